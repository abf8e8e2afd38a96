import { comparedPanes, isJudgeable, isQuestion } from '../../../../shared/votes/same-question'
import type { MessageId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { Conversation } from '../../../state/conversations/conversation'

/** Why the end of a pane is not compared with those of others. */
export const notCompared = {
  /** It was last asked something else. */
  otherQuestion: '?',
  /** Its last message is no answer that can be judged. */
  noAnswer: '-',
  /** It shows older messages, so the window may not know the latest ones. */
  olderShown: '<',
} as const

const reasons: ReadonlySet<string> = new Set(Object.values(notCompared))

/** True for the id of an answer. */
export function isCompared(end: string): boolean {
  return !reasons.has(end)
}

/**
 * By pane: the id of an answer that is compared with others, or why there is none. Empty while a pane is answering or
 * loading.
 */
export function paneEnds(
  states: readonly Pick<Conversation, 'messages' | 'hasNewer' | 'isRunning' | 'phase'>[],
): string[] {
  if (states.some(({ isRunning, phase }) => isRunning || phase === 'loading')) return []
  const { otherQuestion, noAnswer, olderShown } = notCompared
  if (states.some(({ hasNewer }) => hasNewer)) {
    return states.map(({ hasNewer }) => (hasNewer && states.length > 1 ? olderShown : noAnswer))
  }
  const shown = states.map(({ messages }) => {
    const last = messages.at(-1)
    return {
      last,
      question: messages.findLast(isQuestion) ?? null,
      isJudgeable: last !== undefined && isJudgeable(last),
    }
  })
  const places = comparedPanes(shown)
  return shown.map(({ last }, position) => {
    if (last !== undefined && places[position] === 'compared') return last.id
    return places[position] === 'other-question' ? otherQuestion : noAnswer
  })
}

/** The complete answers to the same question, for a round of critique; none if there are fewer than two. */
export function answersToCritique(
  store: ComparisonStore,
  panes: readonly Pane[],
): { pane: Pane; answerId: MessageId }[] {
  const states = panes.map((pane) => store.conversationOf(pane).store.getState())
  const ends = paneEnds(states)
  const answers = panes.flatMap((pane, position) => {
    const answer = states[position]?.messages.at(-1)
    const isSent = answer?.id === ends[position] && answer?.status === 'complete'
    return isSent ? [{ pane, answerId: answer.id }] : []
  })
  return answers.length < 2 ? [] : answers
}
