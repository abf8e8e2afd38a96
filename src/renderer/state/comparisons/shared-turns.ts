import type { MessageId } from '../../../shared/ids'
import { critiqueOf, type Message } from '../../../shared/sessions/messages'
import { isQuestion, questionKey } from '../../../shared/votes/same-question'
import type { Conversation } from '../conversations/conversation'

/** A question that all panes were asked. */
export interface SharedTurn {
  /** Equal for as long as the panes have this question, however they store it. */
  key: string
  /** The question as the first pane has it. */
  question: Message
  /** Its messages, one of each pane. */
  messageIds: ReadonlySet<MessageId>
}

/** A key of everything that decides which questions panes share; constant while answers are streamed. */
export type AskedPane = Pick<Conversation, 'messages' | 'phase' | 'hasMore' | 'hasNewer'> & {
  /** It was asked a question that is not stored yet. */
  isAccepting: boolean
}

/** The part of a conversation that decides which questions it shares. */
export function askedPane(conversation: Conversation): AskedPane {
  const { messages, phase, hasMore, hasNewer, isRunning, live } = conversation
  return { messages, phase, hasMore, hasNewer, isAccepting: isRunning && live === null }
}

/**
 * The questions that all panes were asked, oldest first. If a question was asked several times, its occurrences are
 * matched from the newest. A pane that has not loaded a question yet, or is just being asked it, does not disagree.
 */
export function sharedTurns(panes: readonly AskedPane[]): SharedTurn[] {
  if (panes.length < 2) return []
  const asked = panes.map((pane) => ({ pane, questions: questionsByKey(pane.messages) }))
  const first = asked.find(({ pane, questions }) => !pane.isAccepting && questions.size > 0) ?? asked[0]
  return [...(first?.questions ?? [])].flatMap(([key, question]) => {
    const messageIds = new Set<MessageId>()
    for (const { pane, questions } of asked) {
      const own = questions.get(key)
      if (own !== undefined) messageIds.add(own.id)
      else if (!mayStillHave(pane, question)) return []
    }
    return [{ key, question, messageIds }]
  })
}

/** True if the pane may have the question although this window does not know it yet. */
function mayStillHave(
  { messages, phase, hasMore, hasNewer, isAccepting }: AskedPane,
  { createdAt }: Message,
) {
  if (phase === 'loading') return true
  const [oldest, newest] = [messages[0], messages.at(-1)]
  if (isAccepting && (newest === undefined || createdAt > newest.createdAt)) return true
  if (oldest === undefined || newest === undefined) return false
  return (hasMore && createdAt < oldest.createdAt) || (hasNewer && createdAt > newest.createdAt)
}

const known = new WeakMap<readonly Message[], ReadonlyMap<string, Message>>()

/** Oldest first. */
function questionsByKey(messages: readonly Message[]): ReadonlyMap<string, Message> {
  const before = known.get(messages)
  if (before !== undefined) return before
  const repetitions = new Map<string, number>()
  const newestFirst = messages
    // Each pane is sent other answers.
    .filter((message) => isQuestion(message) && critiqueOf(message) === undefined)
    .toReversed()
    .map((question): [string, Message] => {
      const key = questionKey(question)
      const repetition = repetitions.get(key) ?? 0
      repetitions.set(key, repetition + 1)
      return [`${repetition} ${key}`, question]
    })
  const questions = new Map(newestFirst.toReversed())
  known.set(messages, questions)
  return questions
}

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
