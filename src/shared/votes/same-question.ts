import { critiqueOf, isEditedAnswer, isEmptyMessage, type Message, messageText } from '../sessions/messages'

/** A text that questions with the same text and files share, and those of the same round of critique. */
export function questionKey({ parts }: Pick<Message, 'parts'>): string {
  const critique = critiqueOf({ parts })
  if (critique !== undefined) return JSON.stringify({ critique: critique.round })
  const files = parts.flatMap((part) => (part.type === 'attachment' ? [part.attachmentId] : []))
  return JSON.stringify([messageText({ parts }).trim(), ...files])
}

/** True for questions that are shown. */
export function isQuestion({ role, hidden }: Pick<Message, 'role' | 'hidden'>): boolean {
  return role === 'user' && hidden !== true
}

/** The question that this message is or responds to; null if there is none. */
export function questionOf(message: Message, parentOf: (message: Message) => Message | null): Message | null {
  let at: Message | null = message
  while (at !== null && !isQuestion(at)) at = parentOf(at)
  return at
}

/** True if the user can judge the message: an answer of the model, even a partial one, but not an error alone. */
export function isJudgeable(message: Message): boolean {
  const isWritten = !isEmptyMessage(message) && messageText(message).trim() !== ''
  return message.role === 'assistant' && isWritten && !isEditedAnswer(message)
}

/** The end of a pane. */
export interface PaneEnd {
  /** The pane's latest question; null if there is none. */
  question: Pick<Message, 'parts' | 'createdAt'> | null
  /** The last message is an answer that can be judged. */
  isJudgeable: boolean
}

/** `other-question`: the pane was last asked something else than those whose answers are compared. */
export type PlaceAmongPanes = 'compared' | 'other-question' | 'no-answer'

/**
 * Says which panes can be compared: of those whose latest answers can be judged, the most with the same latest
 * question, or the last asked of equally many. If no two panes were asked the same, none can be.
 */
export function comparedPanes(ends: readonly PaneEnd[]): PlaceAmongPanes[] {
  const keys = ends.map(({ question }) => (question === null ? null : questionKey(question)))
  const answered = ends.flatMap((end, index) => (end.isJudgeable ? [index] : []))
  const groups = [...Map.groupBy(answered, (index) => keys[index] ?? null)].map(([key, indexes]) => ({
    key,
    count: indexes.length,
    askedAt: Math.max(...indexes.map((index) => ends[index]?.question?.createdAt ?? 0)),
  }))
  const [most] = groups.toSorted((one, other) => other.count - one.count || other.askedAt - one.askedAt)
  return ends.map(({ isJudgeable: isAnswered }, index) => {
    if (most === undefined || answered.length < 2) return 'no-answer'
    if (most.count < 2) return isAnswered ? 'other-question' : 'no-answer'
    if (keys[index] === most.key) return isAnswered ? 'compared' : 'no-answer'
    return isAnswered || keys[index] !== null ? 'other-question' : 'no-answer'
  })
}
