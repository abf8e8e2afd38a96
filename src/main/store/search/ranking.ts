import { weightOf } from './message-matches'
import type { FoundText } from './snippet'

/** A hit to rank. */
interface Ranked {
  score: number
  /** Ranked after everything that is not. */
  isArchived: boolean
}

/** The age at which recency counts half as much. */
const recencyHalfLifeMs = 120 * 86_400_000
const recencyWeight = 0.35

/** Compares hits, the best first. */
export function byRank(one: Ranked, other: Ranked): number {
  return Number(one.isArchived) - Number(other.isArchived) || other.score - one.score
}

/** The score for recency, in addition to that for content. */
export function recencyScore(at: number, now: number): number {
  return recencyWeight * 2 ** (-Math.max(0, now - at) / recencyHalfLifeMs)
}

/** How relevant a title is: exact words count more than longer ones, and a short title more than a long one. */
export function titleScore({ places, cut }: FoundText, updatedAt: number, now: number): number {
  const weight = places.reduce((sum, ofTerm) => sum + Math.min(1, weightOf(ofTerm)), 0)
  return (
    (weight / Math.max(1, places.length)) * (1 + 1 / Math.max(1, cut.count)) + recencyScore(updatedAt, now)
  )
}
