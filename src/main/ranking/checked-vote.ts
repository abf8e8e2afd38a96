import { assertNever, invariant } from '../../shared/invariant'
import type { RankedVote } from '../../shared/ranking/ranking'
import { voteLimits } from '../../shared/votes/votes'

/** A vote whose contestants are numbers: positions in a list of all contestants. */
export interface IndexedVote {
  vote: RankedVote
  /** By place on the screen. */
  shown: readonly number[]
  /** Places in `shown`: the best, the order, those that tie, or none. */
  chosen: readonly number[]
}

/** Every contestant of the votes, sorted by key, so that the order of the votes does not matter. */
export function contestantsOf(votes: readonly RankedVote[]): string[] {
  const keys = new Set<string>()
  for (const { shown } of votes) for (const key of shown) keys.add(key)
  return [...keys].toSorted(compareKeys)
}

/** Orders keys by code units, the same in every locale. */
export function compareKeys(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Replaces keys by indices. @throws InvariantError if a vote contradicts itself */
export function indexVotes(votes: readonly RankedVote[], contestants: readonly string[]): IndexedVote[] {
  const indices = new Map(contestants.map((key, index) => [key, index]))
  return votes.map((vote) => {
    invariant(isSoundVote(vote), 'a vote that contradicts itself is left out before votes are ranked')
    return { vote, shown: vote.shown.map((key) => indices.get(key) ?? 0), chosen: vote.chosen }
  })
}

/**
 * True if the vote can be ranked: it chooses as many of its answers as its result needs, and its amounts are possible.
 */
export function isSoundVote({ shown, result, chosen, lengths, costs, weight = 1 }: RankedVote): boolean {
  return (
    shown.length <= voteLimits.answers &&
    shown.some((key) => key !== shown[0]) &&
    chosen.every((place, index) => place in shown && chosen.indexOf(place) === index) &&
    isPossibleCount(result, chosen.length) &&
    isPerAnswer(lengths, shown) &&
    isPerAnswer(costs, shown) &&
    weight > 0 &&
    weight <= 1
  )
}

function isPossibleCount(result: RankedVote['result'], count: number): boolean {
  switch (result) {
    case 'best':
      return count === 1
    case 'order':
      return count >= 1
    case 'tie':
      return count >= 2
    case 'all-bad':
      return count === 0
    default:
      return assertNever(result)
  }
}

function isPerAnswer(amounts: readonly (number | null)[] | undefined, shown: readonly string[]): boolean {
  if (amounts === undefined) return true
  return (
    amounts.length === shown.length &&
    amounts.every((amount) => amount === null || (Number.isFinite(amount) && amount >= 0))
  )
}
