import type { ErrorData } from '../errors'
import type { SetRunId } from '../ids'

/** How often a watched set is run. */
export const watchPeriods = ['day', 'week'] as const
export type WatchPeriod = (typeof watchPeriods)[number]

/** How a set is run again and again, to notice when a model changes. */
export interface WatchPlan {
  /** A complete run of the set: its prompts and models are asked again, and compared with it. */
  baselineId: SetRunId
  every: WatchPeriod
  repeats: number
  /** US dollars for each calendar month; null without a limit. */
  limitUsd: number | null
  /** The key of a model that cannot change, such as a local one: if it seems to, the cause is not the models. */
  control: string | null
}

/** A watch, and how far it is. */
export interface SetWatch extends WatchPlan {
  /** Epoch milliseconds. */
  nextAt: number
  /** US dollars in this calendar month. */
  spentUsd: number
  isRunning: boolean
  /** Why the last run that was due did not start. */
  problem: ErrorData | null
}

/** The answers of one model in a run. */
export interface DriftCount {
  passed: number
  judged: number
  /** Requests without an answer, which count neither way. */
  failed: number
  /** The models that answered, as their provider names them, and their builds. */
  reported: string[]
  builds: string[]
}

/** A run of a watch. */
export interface DriftLook {
  runId: SetRunId
  at: number
  /** When it should have started; later if Parley was not open. */
  dueAt: number
  /** By model. */
  counts: DriftCount[]
}

/** What all runs of a watch say about one model. */
export interface ModelDrift {
  key: string
  isControl: boolean
  /** From 20 on, chance does not explain the change. At most 1 of 20 models that do not change ever reaches it. */
  eValue: number
  isSettled: boolean
  /** Pairs of answers to the same prompt of which only the earlier one passed, and only the later one. */
  worse: number
  better: number
  pairs: number
  /** The provider names another model than in the baseline. */
  isRenamed: boolean
  /** It reports a build that it did not report in the baseline. */
  isRebuilt: boolean
}

/** What a watch has found. */
export interface DriftReport {
  baseline: Omit<DriftLook, 'dueAt'>
  /** Oldest first. */
  looks: DriftLook[]
  models: ModelDrift[]
}
