import { type Message, messageText } from '../../shared/sessions/messages'
import { sha256 } from '../base/sha256'

/**
 * A text that is equal for answers to the same question. A first question is identified by its text and
 * files, in any comparison. A later one, such as "Continue", depends on the messages before it, so it is identified by
 * its id.
 */
export function promptOf({ id, parentId, parts }: Pick<Message, 'id' | 'parentId' | 'parts'>): string {
  if (parentId !== null) return hashOf(id)
  const files = parts.flatMap((part) => (part.type === 'attachment' ? [part.attachmentId] : []))
  return promptHash(messageText({ parts }), files)
}

/** The same for a prompt that has not been sent as a message. */
export function promptHash(text: string, files: readonly string[] = []): string {
  return hashOf(JSON.stringify([text.trim(), ...files]))
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 16)
}
