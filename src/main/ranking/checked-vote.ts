import { assertNever, invariant } from '../../shared/invariant'
import type { RankedVote } from '../../shared/ranking/ranking'

/** A vote whose contestants are numbers: positions in a list of all contestants. */
export interface IndexedVote {
  vote: RankedVote
  /** By place on the screen. */
  shown: readonly number[]
  /** As in the vote: the best, the order, those that tie, or none. */
  chosen: readonly number[]
}

/** Every contestant of the votes, sorted by key, so that the order of the votes does not matter. */
export function contestantsOf(votes: readonly RankedVote[]): string[] {
  const keys = new Set<string>()
  for (const { shown } of votes) for (const key of shown) keys.add(key)
  return [...keys].toSorted(compareKeys)
}

/** Orders keys by code units, the same in every locale. */
function compareKeys(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Replaces keys by indices and checks the votes. @throws InvariantError if a vote contradicts itself. */
export function indexVotes(votes: readonly RankedVote[], contestants: readonly string[]): IndexedVote[] {
  const indices = new Map(contestants.map((key, index) => [key, index]))
  const indexOf = (key: string) => {
    const index = indices.get(key)
    invariant(index !== undefined, 'only contestants that were shown are chosen')
    return index
  }
  return votes.map((vote) => {
    checkVote(vote)
    return { vote, shown: vote.shown.map(indexOf), chosen: vote.chosen.map(indexOf) }
  })
}

function checkVote({ shown, result, chosen, lengths, costs }: RankedVote): void {
  invariant(shown.length >= 2 && shown.length <= 8, 'a vote is about 2 to 8 contestants')
  invariant(areDifferent(shown), 'the contestants of a vote are different')
  invariant(areDifferent(chosen), 'no contestant is chosen twice')
  invariant(
    chosen.every((key) => shown.includes(key)),
    'only contestants that were shown are chosen',
  )
  invariant(isPossibleCount(result, chosen.length), 'a vote chooses as many as its result needs')
  invariant(isPerAnswer(lengths, shown), 'each answer has a length')
  invariant(isPerAnswer(costs, shown), 'each answer has a cost or null')
}

/** Compares them in place, which is faster than a set for so few. */
function areDifferent(keys: readonly string[]): boolean {
  return keys.every((key, index) => keys.indexOf(key) === index)
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
