import type { ComparisonId } from '../../../shared/ids'
import type { Vote } from '../../../shared/votes/votes'
import { identityOf, type PlacedAnswer } from './shown-answers'

/** The vote as if it had been cast here, where its answers have other ids. */
export function votedAt(
  vote: Vote,
  { comparisonId, answers }: { comparisonId: ComparisonId | null; answers: readonly PlacedAnswer[] },
): Vote {
  return {
    ...vote,
    comparisonId,
    shown: vote.shown.map((voted) => {
      const id = identityOf(voted)
      const here = id === null ? undefined : answers.find((answer) => identityOf(answer) === id)
      return here === undefined ? voted : { ...voted, paneId: here.paneId, messageId: here.messageId }
    }),
  }
}
