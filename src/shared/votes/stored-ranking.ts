import type { RankedContestant, Ranking } from '../ranking/ranking'
import type { KnownContestant } from './votes'

/** The ranking of the stored votes. */
export interface StoredRanking extends Omit<Ranking, 'contestants'> {
  /** One that can be asked again has `asked`. */
  contestants: (RankedContestant & KnownContestant)[]
  /** The number of votes that counted. */
  voteCount: number
  /** The number of these votes on the same prompt and contestants as another one; together they count as one. */
  repeated: number
  /** The number of contestants that are not ranked, because there are too many; they have the fewest votes. */
  leftOut: number
  /** The number of blind votes that do not count as blind, because an answer named a contestant. */
  namedCount: number
  /** All tags, most used first. */
  tags: string[]
  /** The files that votes were imported from. */
  sources: string[]
}
