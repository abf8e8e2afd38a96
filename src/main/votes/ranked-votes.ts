import type { RankedVote } from '../../shared/ranking/ranking'
import type { Contestant, Vote, VotedAnswer } from '../../shared/votes/votes'

/** Which votes count, and what counts as one contestant. */
export interface RankingScope {
  /** The file whose votes count; null for the user's own. */
  source?: string | null
  /** Votes with at least one of these tags; all votes when empty. */
  tags: readonly string[]
  /** Epoch milliseconds. */
  since: number
  /** Only votes by someone who could not know whose answers they were, not even from the answers. */
  blindOnly: boolean
  /** Whether contestants with the same model and other settings are one. */
  fold: boolean
}

/** The votes that count, as the ranking sees them. A vote that decides nothing between two contestants is left out. */
export function rankedVotes(votes: readonly Vote[], scope: RankingScope): RankedVote[] {
  return votes
    .filter((vote) => isInScope(vote, scope))
    .flatMap((vote) => rankedVote(vote, scope.fold ? withoutSettings : ({ key }) => key))
}

/** The blind votes in scope that do not count as blind, because an answer named a contestant or was known. */
export function namedVotes(votes: readonly Vote[], scope: RankingScope): Vote[] {
  return votes.filter(
    (vote) => vote.isBlind && !isBlindThroughout(vote) && isInScope(vote, { ...scope, blindOnly: false }),
  )
}

export function isInScope(vote: Vote, { tags, since, blindOnly }: RankingScope): boolean {
  if (vote.at < since || (blindOnly && !isBlindThroughout(vote))) return false
  return tags.length === 0 || vote.tags.some((tag) => tags.includes(tag))
}

/** A blind vote on answers none of which named a contestant or had been read before. */
export function isBlindThroughout({ isBlind, shown }: Vote): boolean {
  return isBlind && !shown.some(({ namesContestant, seenBefore }) => namesContestant ?? seenBefore)
}

/** The same model with any settings. */
function withoutSettings({ key, model }: Contestant): string {
  return model ?? key
}

/**
 * If one contestant gave several of the answers, only its best one counts: the others tell nothing more about the other
 * contestants.
 */
function rankedVote(vote: Vote, keyOf: (contestant: Contestant) => string): RankedVote[] {
  const { result, chosen, shown, at } = vote
  const byKey = new Map<string, VotedAnswer>()
  const chosenKeys = [...new Set(chosen.flatMap((index) => shown.slice(index, index + 1)).map(keyAt))]
  // The chosen ones first, so that they are the ones kept; the order on the screen is restored below.
  for (const index of [...chosen, ...shown.keys()]) {
    const answer = shown[index]
    if (answer !== undefined && !byKey.has(keyAt(answer))) byKey.set(keyAt(answer), answer)
  }
  const kept = shown.filter((answer) => byKey.get(keyAt(answer)) === answer)
  if (kept.length < 2) return []
  // All that were left tie: only between themselves is that known.
  const decides = (result === 'tie' || result === 'order') && chosenKeys.length < 2 ? 'best' : result
  return [
    {
      shown: kept.map(keyAt),
      result: decides,
      chosen: chosenKeys,
      at,
      isOrderKnown: kept.every(({ paneId }) => paneId !== null),
      ...(kept.every(({ chars }) => chars !== null) ? { lengths: kept.map(({ chars }) => chars ?? 0) } : {}),
      costs: kept.map(({ costUsd }) => costUsd),
    },
  ]

  function keyAt({ contestant }: VotedAnswer): string {
    return keyOf(contestant)
  }
}
