import type { RankedVote } from '../../shared/ranking/ranking'
import type { Contestant, Vote, VotedAnswer, VoteHow } from '../../shared/votes/votes'
import { isSoundVote } from '../ranking/checked-vote'

/** Which votes count, and what counts as one contestant. */
export interface RankingScope {
  /** The file whose votes count; null for the user's own. */
  source?: string | null
  /** Votes with at least one of these tags; all votes when empty. */
  tags: readonly string[]
  /** Epoch milliseconds. */
  since: number
  /** Only votes by a user who could not know whose answers they were, not even from the answers. */
  blindOnly: boolean
  /** Only votes on answers that were shown in this way. */
  how?: VoteHow
  /** Group contestants that differ only in settings. */
  fold: boolean
  /** Split contestants by the model that the provider says has answered. */
  apart: boolean
}

/** The votes that count, as the ranking sees them. */
interface RankedVotes {
  votes: RankedVote[]
  /** Votes on the same contestants and the same prompt as an earlier one. */
  repeated: number
}

/**
 * The votes that count. A vote on the answers of only one contestant is left out, and so is one that contradicts itself,
 * as in a damaged row: it must not keep the others from being ranked.
 *
 * Votes on one prompt are not independent: what a model is good at, it is good at each time it is asked. So votes on
 * the same contestants and the same prompt share the weight of one, as if all of them were one vote.
 */
export function rankedVotes(votes: readonly Vote[], scope: RankingScope): RankedVotes {
  return weightedVotes(
    votes.filter((vote) => isInScope(vote, scope)).flatMap((vote) => countedVote(vote, scope) ?? []),
  )
}

/** A vote as the ranking sees it, and what votes on the same prompt and contestants have in common. */
export interface CountedVote {
  ranked: RankedVote
  /** Null for one that is alone. */
  group: string | null
}

/** Null for a vote that does not count. */
export function countedVote(vote: Vote, scope: RankingScope): CountedVote | null {
  const ranked = rankedVote(vote, scope)
  return isSoundVote(ranked) ? { ranked, group: groupOf(ranked, promptsOf(vote)) } : null
}

/** Votes of one group share the weight of one. */
export function weightedVotes(counted: readonly CountedVote[]): RankedVotes {
  const sizes = new Map<string, number>()
  for (const { group } of counted) if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return {
    votes: counted.map(({ ranked, group }) => {
      const size = group === null ? 1 : (sizes.get(group) ?? 1)
      return size === 1 ? ranked : { ...ranked, weight: 1 / size }
    }),
    repeated: [...sizes.values()].reduce((sum, size) => sum + size - 1, 0),
  }
}

/** The prompts of all answers: one, unless a question was edited in one pane. Null if one is unknown. */
function promptsOf({ shown }: Vote): string[] | null {
  const prompts = new Set(shown.map(({ prompt }) => prompt))
  return prompts.has(undefined) ? null : [...prompts].flatMap((prompt) => prompt ?? []).toSorted()
}

function groupOf({ shown, result }: RankedVote, prompts: readonly string[] | null): string | null {
  return prompts === null || result === 'all-bad' ? null : JSON.stringify([prompts, shown.toSorted()])
}

/** Under which name the contestant of an answer is ranked. */
export function rankedKey({ contestant, answeredBy }: VotedAnswer, scope: RankingScope): string {
  const key = scope.fold ? withoutSettings(contestant) : contestant.key
  return scope.apart && answeredBy !== undefined ? `${key} · ${answeredBy}` : key
}

/**
 * The blind votes in scope that do not count as blind, because an answer named a contestant or had been read before.
 */
export function namedVotes(votes: readonly Vote[], scope: RankingScope): Vote[] {
  return votes.filter(
    (vote) => vote.isBlind && !isBlindThroughout(vote) && isInScope(vote, { ...scope, blindOnly: false }),
  )
}

/** True if a ranking of this scope counts the vote. */
export function isInScope(vote: Vote, { tags, since, blindOnly, how }: RankingScope): boolean {
  if (vote.at < since || (blindOnly && !isBlindThroughout(vote))) return false
  if (how !== undefined && how !== (vote.how ?? 'read')) return false
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

function rankedVote({ result, chosen, shown, at }: Vote, scope: RankingScope): RankedVote {
  return {
    shown: shown.map((answer) => rankedKey(answer, scope)),
    result,
    chosen,
    at,
    isOrderKnown: shown.every(({ paneId }) => paneId !== null),
    ...(shown.every(({ chars }) => chars !== null) ? { lengths: shown.map(({ chars }) => chars ?? 0) } : {}),
    costs: shown.map(({ costUsd }) => possibleCost(costUsd)),
  }
}

/** The cost of an answer, or null if it is unknown or impossible: imported chats may contain any number. */
export function possibleCost(costUsd: number | null | undefined): number | null {
  return costUsd !== null && costUsd !== undefined && Number.isFinite(costUsd) && costUsd >= 0
    ? costUsd
    : null
}
