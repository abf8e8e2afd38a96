import type { RankedContestant, Ranking } from '../ranking/ranking'
import type { KnownContestant } from './votes'

/** What the stored votes say. */
export interface StoredRanking extends Omit<Ranking, 'contestants'> {
  /** One that can be asked again has `asked`. */
  contestants: (RankedContestant & KnownContestant)[]
  /** How many votes counted. */
  voteCount: number
  /** How many of them are on the same prompt and contestants as another one; together these count as one. */
  repeated: number
  /** How many contestants are not ranked, because there are too many; they have the fewest votes. */
  leftOut: number
  /** How many blind votes do not count as blind, because an answer named a contestant. */
  namedCount: number
  /** All tags, most used first. */
  tags: string[]
  /** The files that votes were imported from. */
  sources: string[]
}
