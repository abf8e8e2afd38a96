import type { Vote, VotedAnswer } from '../../../../../shared/votes/votes'
import type { ParleyVote, ParleyVotedAnswer } from '../../parley-format/parley-bundle'

/** Where an answer of a vote is in its file. */
type VotedPlace = Pick<ParleyVotedAnswer, 'pane' | 'message'>

/** An answer that is in no file. */
export const nowhere: VotedPlace = { pane: null, message: null }

/** The vote without ids; `placeOf` finds the voted answers in its file. */
export function parleyVoteOf(
  { result, chosen, shown, why, tags, isBlind, at, source }: Vote,
  placeOf: (answer: VotedAnswer) => VotedPlace,
): ParleyVote {
  return {
    result,
    chosen,
    shown: shown.map((voted) => {
      const { paneId: _pane, messageId: _message, original: _original, ...answer } = voted
      return { ...answer, ...placeOf(voted) }
    }),
    why,
    tags,
    isBlind,
    at,
    ...(source === undefined ? {} : { source }),
  }
}
