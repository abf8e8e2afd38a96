import type { RankedVote } from '../../shared/ranking/ranking'
import { compareKeys, isSoundVote } from './checked-vote'

/** Votes on a limited number of contestants. */
interface MostVoted {
  votes: RankedVote[]
  /** The number of contestants with fewer votes than those. */
  leftOut: number
}

/**
 * Keeps the `limit` contestants with the most votes, because the work of a ranking grows with the cube of their number.
 * A vote that also includes others is reduced to what it says about the kept ones, which is equivalent in the model. A
 * vote that says nothing about them is left out.
 */
export function mostVoted(votes: readonly RankedVote[], limit: number): MostVoted {
  const counts = new Map<string, number>()
  for (const { shown } of votes) for (const key of new Set(shown)) counts.set(key, (counts.get(key) ?? 0) + 1)
  if (counts.size <= limit) return { votes: [...votes], leftOut: 0 }
  const kept = new Set(
    [...counts]
      .toSorted(([key, count], [otherKey, otherCount]) => otherCount - count || compareKeys(key, otherKey))
      .slice(0, limit)
      .map(([key]) => key),
  )
  return {
    votes: votes.flatMap((vote) => {
      const restricted = restrictedTo(kept, vote)
      return restricted === null || !isSoundVote(restricted) ? [] : [restricted]
    }),
    leftOut: counts.size - limit,
  }
}

/** Null if nothing is left that the vote decides. */
function restrictedTo(kept: ReadonlySet<string>, vote: RankedVote): RankedVote | null {
  const { shown, chosen, result, lengths, costs } = vote
  const places = [...shown.keys()].filter((place) => kept.has(shown[place] ?? ''))
  if (places.length === shown.length) return vote
  const left = chosen.map((place) => places.indexOf(place)).filter((place) => place !== -1)
  if (left.length === 0 && result !== 'all-bad') return null
  return {
    ...vote,
    shown: places.map((place) => shown[place] ?? ''),
    // A contestant that tied only with removed ones is better than those that did not tie.
    result: result === 'tie' && left.length === 1 ? 'best' : result,
    chosen: left,
    // The places of the others are no longer known.
    isOrderKnown: false,
    ...(lengths === undefined ? {} : { lengths: places.map((place) => lengths[place] ?? 0) }),
    ...(costs === undefined ? {} : { costs: places.map((place) => costs[place] ?? null) }),
  }
}
