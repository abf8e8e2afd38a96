import type { ComparisonId, MessageId, PaneId, VoteId } from '../ids'
import type { ModelParams } from '../sessions/sessions'

/**
 * A contestant of the ranking: a provider's model with its settings. It outlives panes and providers, so it is stored
 * with each vote.
 */
export interface Contestant {
  /**
   * Readable, and equal for the same model, parameters, system prompt and, for a coding agent, permission. For an
   * imported vote, the given name.
   */
  key: string
  /** `provider/model`; absent for an imported vote. */
  model?: string
  params?: ModelParams
  systemPrompt?: string
}

/** Facts that votes have about a contestant besides its key. */
export interface KnownContestant {
  /** The model and settings for asking it again; absent if that is unknown, as for an imported vote and for a merge. */
  asked?: Required<Pick<Contestant, 'model'>> & Pick<Contestant, 'params' | 'systemPrompt'>
  /** The models that have answered for it, as their provider names them; absent if always the requested one. */
  answeredBy?: string[]
}

/** One of the answers that a vote compares. */
export interface VotedAnswer {
  contestant: Contestant
  /**
   * Identifies the answer in this vote, which may also be an answer of a run of a prompt set. Null for an imported
   * vote.
   */
  paneId: PaneId | null
  /** Null for an imported vote, and for an answer of a run of a prompt set. */
  messageId: MessageId | null
  /** Identifies the answer if it has copies, such as an answer of a run that was opened as a comparison. */
  original?: string
  /** The model that answered, as its provider names it, if it is not the one that was requested. */
  answeredBy?: string
  /** Equal for answers to the same question; absent in older and imported votes. */
  prompt?: string
  /** Length of the visible text in UTF-16 units; null when unknown. */
  chars: number | null
  /** Null when the price is unknown. */
  costUsd: number | null
  /** The vote is blind, but the answer named a model of the comparison, or its maker. */
  namesContestant?: true
  /** The vote is blind, but the user may have read the answer before, with the name of its contestant. */
  seenBefore?: true
}

/** `best`: one answer; `order`: several, best first; `tie`: those that are equally good; `all-bad`: none is good. */
export const voteResults = ['best', 'order', 'tie', 'all-bad'] as const
export type VoteResult = (typeof voteResults)[number]

/** `rendered`: the user saw the answers as pages; `read`: as text. */
export const voteHows = ['read', 'rendered'] as const
export type VoteHow = (typeof voteHows)[number]

/** The user's judgement of the answers to one question. */
export interface Vote {
  id: VoteId
  /** Where it was first cast; null for an imported vote, and for one that was first cast in a run of a prompt set. */
  comparisonId: ComparisonId | null
  result: VoteResult
  /** Indexes into `shown`: the best one; the order; those that tie; none. */
  chosen: number[]
  /** In the order in which they were shown, left to right. */
  shown: VotedAnswer[]
  /** The user's reason. */
  why: string | null
  tags: string[]
  /** The contestants were hidden when the user decided. */
  isBlind: boolean
  /** How the answers were shown when the user decided; absent for `read`. */
  how?: Exclude<VoteHow, 'read'>
  /** Epoch milliseconds. */
  at: number
  /** The name of the file that it came from. Such a vote does not count in the user's ranking. */
  source?: string
}

/** A vote in a list. */
export interface ListedVote extends Vote {
  /** The beginning of the question that the answers reply to; absent if it is unknown, as for an imported vote. */
  question?: string
}

/** Bounds of a vote: its texts, in UTF-16 units, its tags and its answers. */
export const voteLimits = { whyChars: 2_000, tagChars: 50, tags: 10, nameChars: 500, answers: 16 } as const

/** The result of an import of votes. */
export interface VotesImported {
  imported: number
  /** Rows that the store already had. */
  duplicates: number
  /** Rows that are not votes. */
  skipped: number
  /** The first of the skipped rows, counted from 1 without the header. */
  problems: { row: number; reason: VoteRowProblem }[]
  /** Battles of an arena are ranked under this name; absent for the user's own votes. */
  source?: string
}

/** Why a row is not a vote. */
export type VoteRowProblem = 'name-missing' | 'name-too-long' | 'same-names' | 'wrong-result' | 'wrong-time'
