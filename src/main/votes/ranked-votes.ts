import type { RankedVote } from '../../shared/ranking/ranking'
import type { Contestant, Vote } from '../../shared/votes/votes'
import { isSoundVote } from '../ranking/checked-vote'
import { possibleCost } from './possible-cost'

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

/**
 * The votes that count, as the ranking sees them. A vote on the answers of only one contestant is left out, and so is
 * one that contradicts itself, as in a damaged row: it must not keep the others from being ranked.
 */
export function rankedVotes(votes: readonly Vote[], scope: RankingScope): RankedVote[] {
  const keyOf = scope.fold ? withoutSettings : ({ key }: Contestant) => key
  return votes
    .filter((vote) => isInScope(vote, scope))
    .map((vote) => rankedVote(vote, keyOf))
    .filter(isSoundVote)
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

function rankedVote(
  { result, chosen, shown, at }: Vote,
  keyOf: (contestant: Contestant) => string,
): RankedVote {
  return {
    shown: shown.map(({ contestant }) => keyOf(contestant)),
    result,
    chosen,
    at,
    isOrderKnown: shown.every(({ paneId }) => paneId !== null),
    ...(shown.every(({ chars }) => chars !== null) ? { lengths: shown.map(({ chars }) => chars ?? 0) } : {}),
    costs: shown.map(({ costUsd }) => possibleCost(costUsd)),
  }
}
