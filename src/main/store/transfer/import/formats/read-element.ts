import { isRecord } from '../../../../../shared/record'
import { claimsToBeBeside, readBeside } from '../../parley-format/parley-archive'
import { claimsToBeChat } from '../../parley-format/parley-file'
import { readChatgpt } from './chatgpt-conversation'
import { readClaude } from './claude-conversation'
import { isClaudeMemory, isClaudeProject, readClaudeMemory, readClaudeProject } from './claude-projects'
import type { ReadElement } from './imported-conversation'
import { readParley } from './parley-conversation'

/**
 * Reads one value of a file from any program: a conversation, or an object that only contains a list of them. Null for
 * anything that is not a known kind of conversation.
 */
export function* readElements(value: unknown): Generator<ReadElement | null> {
  const inside = isRecord(value) && !('mapping' in value) ? value['conversations'] : undefined
  for (const each of Array.isArray(inside) ? inside : [value]) yield readElement(each)
}

function readElement(value: unknown): ReadElement | null {
  if (!isRecord(value)) return null
  if (claimsToBeChat(value)) return readParley(value)
  if (claimsToBeBeside(value)) {
    const beside = readBeside(value)
    if (beside !== null) return { status: 'beside', source: 'parley', beside }
    return { status: 'skipped', source: 'parley', title: null, reason: { code: 'notParley' } }
  }
  if ('mapping' in value) return readChatgpt(value)
  if ('chat_messages' in value) return readClaude(value)
  if (isClaudeProject(value)) return readClaudeProject(value)
  return isClaudeMemory(value) ? readClaudeMemory(value) : null
}
