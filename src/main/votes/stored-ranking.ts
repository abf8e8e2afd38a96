import type { RankingOptions } from '../../shared/ranking/ranking'
import type { StoredRanking } from '../../shared/votes/stored-ranking'
import type { Contestant, KnownContestant, ListedVote, Vote } from '../../shared/votes/votes'
import { mostVoted } from '../ranking/most-voted'
import { rankVotes } from '../ranking/rank-votes'
import { withReadOnly } from '../store/database/database'
import { voteQuestions } from '../store/votes/vote-questions'
import { allVotes, voteSources } from '../store/votes/vote-store'
import { isInScope, namedVotes, rankedKey, rankedVotes, type RankingScope } from './ranked-votes'
import { contestantOf } from './contestant'

/** The maximum number of contestants in a ranking. A file may contain any number. */
const maxContestants = 100

interface RankingInput {
  /** The database, which its writer keeps open. */
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
  const counted = rankedVotes(all, scope)
  const { votes, leftOut } = mostVoted(counted.votes, maxContestants)
  const known = knownContestants(
    all.filter((vote) => isInScope(vote, scope)),
    scope,
  )
  const ranking = rankVotes(votes, { prior })
  return {
    ...ranking,
    contestants: ranking.contestants.map((contestant) => ({ ...contestant, ...known.get(contestant.key) })),
    voteCount: votes.length,
    repeated: counted.repeated,
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

/** The newest of them with their questions, newest first, with how many there are in all. */
export function newestInScope({
  limit,
  ...input
}: Pick<RankingInput, 'file' | 'scope'> & { limit: number }): { votes: ListedVote[]; total: number } {
  const votes = votesInScope(input)
  const newest = votes.toReversed().slice(0, limit)
  return withReadOnly(input.file, (database) => {
    const questionOf = voteQuestions(database)
    return { votes: newest.map((vote) => ({ ...vote, ...questionOf(vote) })), total: votes.length }
  })
}

function tagsByUse(votes: readonly Vote[]): string[] {
  const uses = new Map<string, number>()
  for (const { tags } of votes) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag)
}

/** Limit on the names of models that are listed for one contestant. */
const listedNames = 10

/** Collects from votes, oldest first, what they know about each contestant besides its key. */
export function knownContestants(
  votes: readonly Vote[],
  scope: RankingScope,
): ReadonlyMap<string, KnownContestant> {
  const asked = new Map<string, KnownContestant['asked']>()
  const names = new Map<string, Set<string>>()
  // Of contestants with several settings, the latest ones.
  for (const answer of votes.toReversed().flatMap(({ shown }) => shown)) {
    const key = rankedKey(answer, scope)
    if (!asked.has(key)) {
      const again = askedAgain(answer.contestant)
      if (again !== null) asked.set(key, again)
    }
    if (answer.answeredBy === undefined) continue
    const known = names.get(key) ?? new Set()
    if (known.size < listedNames) known.add(answer.answeredBy)
    names.set(key, known)
  }
  return new Map(
    [...new Set([...asked.keys(), ...names.keys()])].map((key) => {
      const again = asked.get(key)
      const answeredBy = names.get(key)
      return [
        key,
        {
          ...(again === undefined ? {} : { asked: again }),
          ...(answeredBy === undefined ? {} : { answeredBy: [...answeredBy].toSorted() }),
        },
      ]
    }),
  )
}

/**
 * Null if it would be another contestant: a file may have the name of its model, but not its system prompt, and a vote
 * does not record the folder of an agent.
 */
function askedAgain({ key, model, params, systemPrompt }: Contestant): KnownContestant['asked'] | null {
  if (model === undefined) return null
  const again = contestantOf(model, { params: params ?? {}, systemPrompt: systemPrompt ?? null })
  return again.key === key
    ? {
        model,
        ...(params === undefined ? {} : { params }),
        ...(systemPrompt === undefined ? {} : { systemPrompt }),
      }
    : null
}
