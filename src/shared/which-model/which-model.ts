import type { ComparisonId, MessageId, SessionId, SetId, SetRunId } from '../ids'
import type { Check } from '../sets/checks'

/** Limits what counts to a tag or a prompt set; everything counts in an empty one. */
export interface WhichScope {
  tag?: string
  setId?: SetId
}

/**
 * The figures of a model: shares of pairs won in votes, of answers that passed their checks, of pairs won by a judge, and of failed
 * requests; the time to the first word in milliseconds, tokens per second, and US dollars per answer and per passed one.
 */
export const whichFigures = [
  'votes',
  'checks',
  'judged',
  'firstWord',
  'speed',
  'failures',
  'cost',
  'costPerPass',
] as const
export type WhichFigure = (typeof whichFigures)[number]

/** A figure as it follows from votes or answers. */
export interface Estimate {
  value: number
  /** The 95 % interval, in which each prompt counts once; null for too few prompts. */
  interval: [low: number, high: number] | null
  /** Null for a share, and for a single answer. */
  standardDeviation: number | null
  /** The number of hits of a share. */
  hits?: number
  /** The number of pairs or answers, and of their prompts. */
  count: number
  prompts: number
}

/** The figures that are known. */
export type WhichFigures = Partial<Record<WhichFigure, Estimate>>

/** Decisive votes on two models, or prompts that one of them passes more often. */
export interface Decided {
  wins: number
  losses: number
}

/** What another model does better than the best one, as far as intervals do not overlap, and the only check it fails. */
export type Aside =
  | { kind: 'faster' | 'cheaper'; model: string; times: number }
  | { kind: 'fails-only'; model: string; check: Check['kind']; failed: number; of: number }

/** How many more decisive votes, or prompts with checks, settle a pair if they fall as before; or why none is named. */
export type PairNeed = { votes: number } | { prompts: number } | 'early' | 'unclear'

/**
 * What votes and checks say about the models in a scope, by their keys.
 *
 * - `nothing`: no two models can be compared.
 * - `best`: `model` is settled to be better than each of the others, directly or through others.
 * - `ahead`: it is settled to be better than `over` others, and no other than it, but `rival` is not settled.
 * - `open`: nothing is settled about it and `rival`, the two that are ahead, and `others`.
 */
export type WhichVerdict =
  | { kind: 'nothing' }
  | { kind: 'best'; model: string; against: string; votes: Decided; checks: Decided; asides: Aside[] }
  | {
      kind: 'ahead' | 'open'
      model: string
      rival: string
      others: string[]
      over: string[]
      need: PairNeed
    }

/** A tag or a prompt set that figures can be limited to. */
export type WhichColumn = { kind: 'tag'; tag: string } | { kind: 'set'; setId: SetId; name: string }

/** Everything that is known about the models in a scope. */
export interface WhichModel {
  /** The one that the verdict names, then those with the most votes and answers. `settings`: how many different ones its votes and runs have. */
  models: { key: string; settings: number; figures: WhichFigures }[]
  verdict: WhichVerdict
  /** In turn the most used tags and the sets with the newest runs; the same in every scope. */
  columns: WhichColumn[]
  /**
   * For the first columns, if everything counts: the verdict and, if it was asked for, votes and checks by the key of
   * the model.
   */
  byColumn: { verdict: WhichVerdict; figures: Record<string, WhichFigures> }[]
  votes: number
  answers: number
  /** Answers of runs that can still be voted on blind, which are left out. */
  hidden: number
  /** Models with fewer votes and answers, which are left out. */
  leftOut: number
  /** Only the newest answers or runs were read. */
  isCut: boolean
}

/** Where a vote was cast, or an answer is shown. */
export type PartPlace =
  | { kind: 'compare'; comparisonId: ComparisonId; pane?: { sessionId: SessionId; messageId: MessageId } }
  | { kind: 'chat'; sessionId: SessionId; messageId: MessageId }
  | { kind: 'sets'; setId: SetId; runId: SetRunId; prompt: number; repeat: number }

/** A vote, an answer or the verdict of a judge that a figure is made of. */
export interface FigurePart {
  /** The beginning of the question; empty if it is unknown. */
  question: string
  outcome?: 'won' | 'lost' | 'tied' | 'passed' | 'failed' | 'answered' | 'error'
  /** In the unit of the figure. */
  amount?: number
  failedChecks?: Check['kind'][]
  judge?: string
  at: number | null
  /** Null if it cannot be opened, as for an answer that is gone. */
  place: PartPlace | null
}
