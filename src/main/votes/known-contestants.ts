import type { Contestant, KnownContestant, Vote } from '../../shared/votes/votes'
import { contestantOf } from './contestant'
import { rankedKey, type RankingScope } from './ranked-votes'

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
