import type { MessageId } from '../../../shared/ids'
import { type Message, messageText } from '../../../shared/sessions/messages'
import type { Conversation } from '../conversations/conversation'

/**
 * The message of `others` that asks the same as `question`, which `own` shows: the same text and files. If it was asked
 * several times, the repetition counts, from the newest. Null if it was not asked there.
 */
export function sameQuestion(own: Conversation, others: Conversation, question: Message): MessageId | null {
  const repetition = alike(own, question).findIndex(({ id }) => id === question.id)
  return alike(others, question)[Math.max(0, repetition)]?.id ?? null
}

/** Newest first. */
function alike({ messages }: Conversation, question: Message): Message[] {
  const key = questionKey(question)
  return messages.filter((message) => isQuestion(message) && questionKey(message) === key).toReversed()
}

/** True for questions that are shown. */
export function isQuestion({ role, hidden }: Message): boolean {
  return role === 'user' && hidden !== true
}

/** A key that questions with the same text and files share. */
export function questionKey(question: Message): string {
  const files = question.parts.flatMap((part) => (part.type === 'attachment' ? [part.attachmentId] : []))
  return JSON.stringify([messageText(question), files])
}
