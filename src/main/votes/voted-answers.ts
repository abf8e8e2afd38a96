import { failure } from '../../shared/failures/failure'
import type { MessageId, PaneId } from '../../shared/ids'
import type { Vote, VotedAnswer, VoteResult } from '../../shared/votes/votes'
import { identityOf, type PlacedAnswer } from '../store/votes/original-answers'

/** The user's decision. */
export interface VoteChoice {
  result: VoteResult
  /** The best one; the order; those that tie; or none. */
  paneIds: readonly PaneId[]
}

/** @throws INVALID_INPUT an answer that the user saw is no longer shown, or was replaced by another */
export function assertSeen(shown: readonly VotedAnswer[], seen: readonly MessageId[] | undefined): void {
  if (seen === undefined) return
  const isSame =
    seen.length === shown.length &&
    shown.every(({ messageId }) => messageId !== null && seen.includes(messageId))
  if (!isSame) throw failure('INVALID_INPUT', 'vote-other-answers', { field: 'messageIds' })
}

/** Identifies the answer of a pane among those shown; null when it is not there. */
export function identityAt(shown: readonly PlacedAnswer[], paneId: PaneId): string | null {
  const answer = shown.find((candidate) => candidate.paneId === paneId)
  return answer === undefined ? null : identityOf(answer)
}

/**
 * The indexes of the answers that a vote chooses. `identityOfPane` knows the panes of the place where it was made.
 * @throws INVALID_INPUT a pane was not among those shown, is named twice, or there are too few or too many
 */
export function chosenAmong(
  shown: readonly VotedAnswer[],
  { result, paneIds }: VoteChoice,
  identityOfPane: (paneId: PaneId) => string | null,
): number[] {
  const chosen = paneIds.map((paneId) => {
    const at = shown.findIndex((answer) => answer.paneId === paneId)
    const id = at === -1 ? identityOfPane(paneId) : null
    return id === null ? at : shown.findIndex((answer) => identityOf(answer) === id)
  })
  return chosenPlaces(shown, result, chosen)
}

/**
 * What is chosen, by the places in which the answers were shown.
 * @throws INVALID_INPUT there is no such place, one is named twice, or there are too few or too many
 */
export function chosenPlaces(
  shown: readonly VotedAnswer[],
  result: VoteResult,
  chosen: readonly number[],
): number[] {
  if (!chosen.every((place) => place in shown)) {
    throw failure('INVALID_INPUT', 'pane-without-answer', { field: 'paneIds' })
  }
  const count = new Set(chosen).size
  const isRight = {
    best: count === 1,
    order: count >= 2,
    tie: count >= 2,
    'all-bad': count === 0,
  }[result]
  if (!isRight || count !== chosen.length) throw failure('INVALID_INPUT', 'vote-panes', { field: 'paneIds' })
  return result === 'tie' ? chosen.toSorted((one, other) => one - other) : [...chosen]
}

/**
 * In the order of the earlier vote on the same answers, and with its ids. It also keeps whether one named a contestant,
 * unless the contestants are hidden again.
 */
export function asBefore(
  earlier: Vote | null,
  shown: VotedAnswer[],
  { isBlind }: { isBlind: boolean },
): VotedAnswer[] {
  if (earlier === null) return shown
  const now = new Map(shown.map((answer) => [identityOf(answer), answer]))
  const before = earlier.shown.map((answer): VotedAnswer | null => {
    const same = now.get(identityOf(answer))
    if (same === undefined) return null
    return isBlind ? { ...same, paneId: answer.paneId, messageId: answer.messageId } : answer
  })
  const known = before.flatMap((answer) => answer ?? [])
  return known.length === shown.length ? known : shown
}

/** True if there is a blind vote with this result: repeating it is not a new decision. */
export function isSameBlindVote(
  vote: Vote | null,
  { result, chosen }: Pick<Vote, 'result' | 'chosen'>,
): boolean {
  return vote?.isBlind === true && vote.result === result && vote.chosen.join() === chosen.join()
}
