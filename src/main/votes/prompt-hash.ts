import { createHash } from 'node:crypto'

import { type Message, messageText } from '../../shared/sessions/messages'

/**
 * A text that is equal for answers to the same question. A first question is known by what it says, in whatever
 * comparison it is asked. A later one, such as "Go on", depends on what was said before, so it is known by itself.
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
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
