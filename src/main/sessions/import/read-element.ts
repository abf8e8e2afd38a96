import { claimsToBeChat } from '../parley-file'
import { readChatgpt } from './chatgpt-conversation'
import { readClaude } from './claude-conversation'
import type { ReadElement } from './imported-conversation'
import { readParley } from './parley-conversation'

/** Reads one value of a file, whosever it is; null when it is no conversation of anyone known. */
export function readElement(value: unknown): ReadElement | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  if (claimsToBeChat(value)) return readParley(value)
  if ('mapping' in value) return readChatgpt(value)
  if ('chat_messages' in value) return readClaude(value)
  return null
}
