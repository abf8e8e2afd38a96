import { weightOf } from './message-matches'
import type { FoundText } from './snippet'

/** What stands in the list of hits. */
interface Ranked {
  score: number
  /** It comes behind all that is not. */
  isArchived: boolean
}

/** What was said so long ago counts half as much for being new. */
const recencyHalfLifeMs = 120 * 86_400_000
const recencyWeight = 0.35

/** Orders hits, the best first. */
export function byRank(one: Ranked, other: Ranked): number {
  return Number(one.isArchived) - Number(other.isArchived) || other.score - one.score
}

/** What it counts that something is new, on top of what stands in it. */
export function recencyScore(at: number, now: number): number {
  return recencyWeight * 2 ** (-Math.max(0, now - at) / recencyHalfLifeMs)
}

/** How good a hit a title is: words as they were typed count more than longer ones, a short title more than a long one. */
export function titleScore({ places, cut }: FoundText, updatedAt: number, now: number): number {
  const weight = places.reduce((sum, ofTerm) => sum + Math.min(1, weightOf(ofTerm)), 0)
  return (
    (weight / Math.max(1, places.length)) * (1 + 1 / Math.max(1, cut.count)) + recencyScore(updatedAt, now)
  )
}
