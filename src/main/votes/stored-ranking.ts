import type { Ranking, RankingOptions } from '../../shared/ranking/ranking'
import type { Vote } from '../../shared/votes/votes'
import { mostVoted } from '../ranking/most-voted'
import { rankVotes } from '../ranking/rank-votes'
import { withReadOnly } from '../store/database/with-read-only'
import { allVotes, voteSources } from '../store/votes/vote-store'
import { isInScope, namedVotes, rankedVotes, type RankingScope } from './ranked-votes'

/** What the stored votes say. */
export interface StoredRanking extends Ranking {
  /** How many votes counted. */
  voteCount: number
  /** How many contestants are not ranked, because there are too many; they have the fewest votes. */
  leftOut: number
  /** How many blind votes do not count as blind, because an answer named a contestant. */
  namedCount: number
  /** All tags, most used first. */
  tags: string[]
  /** The files that votes were imported from. */
  sources: string[]
}

/** The most contestants in a ranking. Their number is bounded only by a file. */
const maxContestants = 100

interface RankingInput {
  /** The database, which its writer has open. */
  file: string
  scope: RankingScope
  prior: RankingOptions['prior']
}

/** The ranking of the stored votes in the scope. */
export function rankStoredVotes({ file, scope, prior }: RankingInput): StoredRanking {
  const { all, sources } = withReadOnly(file, (database) => ({
    all: allVotes(database, scope.source ?? null),
    sources: voteSources(database),
  }))
  const { votes, leftOut } = mostVoted(rankedVotes(all, scope), maxContestants)
  return {
    ...rankVotes(votes, { prior }),
    voteCount: votes.length,
    leftOut,
    namedCount: namedVotes(all, scope).length,
    tags: tagsByUse(all),
    sources,
  }
}

/** The votes in the scope, oldest first. */
export function votesInScope({ file, scope }: Pick<RankingInput, 'file' | 'scope'>): Vote[] {
  return withReadOnly(file, (database) => allVotes(database, scope.source ?? null)).filter((vote) =>
    isInScope(vote, scope),
  )
}

function tagsByUse(votes: readonly Vote[]): string[] {
  const uses = new Map<string, number>()
  for (const { tags } of votes) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag)
}
