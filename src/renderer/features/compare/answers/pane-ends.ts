import { comparedPanes, isJudgeable, isQuestion } from '../../../../shared/votes/same-question'
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
