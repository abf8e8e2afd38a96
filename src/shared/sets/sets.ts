import type { AgentPermission, WorkspaceIsolation } from '../agents/agents'
import type { RowVerdict } from '../differences/row-judgement'
import type { ErrorData } from '../errors'
import type { SetId, SetPromptId, SetRunId } from '../ids'
import type { Usage } from '../sessions/messages'
import type { ModelParams } from '../sessions/sessions'
import type { JudgeCount, Judgement, JudgeTrust } from './judging'
import type { Check, CheckResult, PageCheck } from './checks'
import type { PromptPast } from './past'
import type { Criterion, RubricMark, RubricResult } from './rubrics'
import type { AnswerCourse, EarlierAnswer } from './schema'

/** Bounds of sets and their runs. */
export const setLimits = {
  nameChars: 200,
  prompts: 2_000,
  promptChars: 200_000,
  variables: 50,
  variableNameChars: 100,
  valueChars: 100_000,
  models: 16,
  repeats: 50,
  atOnce: 32,
  /** Prompts times models times repeats. */
  cells: 32_000,
  previewedPrompts: 5,
  previewedColumns: 100,
  /** The number of skipped rows, and of parts that are not taken over, of a file that are described. */
  describedProblems: 100,
  /** The name of a part of a file that is not taken over. */
  leftNameChars: 100,
  /** Different commands that check the agents of one run: the user has to read all of them. */
  commands: 20,
} as const

/** The content of a prompt before it is stored. */
export interface PromptContent {
  /** May contain variables as `{{name}}`. */
  text: string
  systemPrompt: string | null
  /** The value of each variable. A variable without one is sent as written. */
  values: Record<string, string>
  checks: Check[]
  /** Absent: the prompt is a single question. */
  past?: PromptPast
  /** A good answer, for people to compare others with. */
  expected?: string
  /** For a question from a chat: the answer that it got there. */
  answer?: EarlierAnswer
  /** For a question from a chat: the providers that have seen it. */
  seenBy?: string[]
}

/**
 * The contestant whose answers were given in chats, and which is never asked. No provider has an id that begins like
 * this.
 */
export const earlierModel = '_chats/earlier-answer'

/** A prompt of a set. */
export interface SetPrompt extends PromptContent {
  id: SetPromptId
}

/** A question of a chat as a prompt, with what preceded it. */
export interface PromptFromChat {
  prompt: PromptContent
  /** Older turns that are left out, because there are too many or they are too long. */
  leftOutTurns: number
  /** Results of tools that are cut, because they are too long. */
  cutResults: number
}

/** A set in the list. */
export interface PromptSetSummary {
  id: SetId
  name: string
  promptCount: number
  runCount: number
  createdAt: number
  updatedAt: number
}

/** A set with its prompts, in order. */
export interface PromptSet extends PromptSetSummary {
  prompts: SetPrompt[]
  /** The user's criteria for answers; absent without any. */
  rubric?: Criterion[]
}

/** Why a row of a file is not a prompt. */
export type PromptRowProblem =
  | 'not-json'
  | 'prompt-missing'
  | 'prompt-too-long'
  | 'bad-check'
  | 'bad-messages'
  | 'bad-values'
  | 'too-many'

/** A part of a file that is not taken over, by the name that it has there, and how often it occurs. */
export interface LeftPart {
  name: string
  count: number
}

/** The result of adding prompts. */
export interface PromptsAdded {
  added: number
  /** Rows that are not prompts. */
  skipped: number
  /** The first of them, counted from 1 without the header. */
  problems: { row: number; reason: PromptRowProblem }[]
  /** What else the file has; absent if there is nothing. */
  left?: LeftPart[]
}

/** How a file with prompts is written. */
export const promptFileFormats = ['jsonl', 'csv', 'json', 'yaml'] as const
export type PromptFileFormat = (typeof promptFileFormats)[number]

/** The kinds of files with prompts, by the tool that they come from; `table` has a prompt per row. */
export const promptFileKinds = [
  'table',
  'promptfoo',
  'openai-chat',
  'openai-evals',
  'langfuse',
  'braintrust',
] as const
export type PromptFileKind = (typeof promptFileKinds)[number]

/** The roles of a column in a file with prompts; `checks` is a JSON list. Any other column is a variable. */
export const promptColumnRoles = ['prompt', 'system', 'contains', 'equals', 'matches', 'checks'] as const
export type PromptColumnRole = (typeof promptColumnRoles)[number]

/** The prompts that a file would add, before they are added. */
export interface PromptPreview extends PromptsAdded {
  kind: PromptFileKind
  /** The column with the expected answers, which are checked only if it gets a role; absent if there is none. */
  expected?: string
  /** The columns that are not used. */
  leftOut: string[]
  /** The columns of the file, each with the text of its first row that has one. */
  columns: { name: string; example: string }[]
  /** The roles in use, by column. */
  roles: Partial<Record<PromptColumnRole, string>>
  /** The first prompts. */
  prompts: PromptContent[]
}

/** A model of a run's line-up with its settings. */
export interface LineUpModel {
  /** `provider/model` */
  model: string
  params: ModelParams
  systemPrompt: string | null
  /** For a coding agent: the folder whose copies or worktrees it works in. */
  workspace?: string
  permission?: AgentPermission
  isolation?: WorkspaceIsolation
  /** The number of its answers, if it is `earlierModel`. */
  answers?: number
  /** Readable, and equal for the same model with the same settings. */
  key: string
}

/**
 * `running`: now, in this process; `interrupted`: Parley quit during the run; `stopped`: by the user; `imported`: it
 * comes from a file and is incomplete; the others name what stopped it.
 */
export const setRunStates = [
  'running',
  'stopped',
  'interrupted',
  'cost-limit',
  'provider-limit',
  'store-failed',
  'imported',
  'done',
] as const
export type SetRunState = (typeof setRunStates)[number]

/**
 * True if a run that is not running can be resumed. One from a file cannot: the file may lack parts of its requests,
 * such as system prompts, and its models may be different ones here.
 */
export function canResume(state: SetRunState): boolean {
  return state !== 'done' && state !== 'imported'
}

/** The part of the usual price that the requests of a batch cost, at every provider. */
export const batchPriceShare = 0.5

/** Batches that a run waits for. */
export interface BatchProgress {
  /** The ids of their providers. */
  providers: string[]
  /** When the oldest of them was planned; epoch milliseconds. */
  since: number
  cells: number
  /** As the providers say, so some answers may not have arrived. */
  answered: number
}

/** The progress of a run, and its cost so far. */
export interface SetRunProgress {
  state: SetRunState
  /** Prompts times models times repeats. */
  cells: number
  /** Cells with an answer or a lasting error. */
  done: number
  /** The number of `done` cells with an error instead of an answer. */
  failed: number
  /** Cells with checks whose checks have run, and those that passed all. */
  judged: number
  passed: number
  /** US dollars, without answers whose price is unknown. */
  spentUsd: number
  /** Answers whose price is unknown. */
  unpriced: number
  /** Requests that Parley or the user ended before their cost was known; their provider may have charged for them. */
  lostRequests: number
  /**
   * The expected cost of `lostRequests`, which counts towards the cost limit; null when no price is known. Not part of
   * `spentUsd`.
   */
  lostUsd: number | null
  /** When the next request is sent, while all providers ask to wait; epoch milliseconds. */
  waitingUntil: number | null
  /** The batches that it waits for; null or absent if there are none. */
  batch?: BatchProgress | null
  /** The error that ended or delayed the run. */
  error: ErrorData | null
}

/** A run of a set: what was asked, of whom, when. Later changes of the set do not change it. */
export interface SetRun extends SetRunProgress {
  id: SetRunId
  setId: SetId
  /** The set's name at the time. */
  name: string
  models: LineUpModel[]
  promptCount: number
  repeats: number
  atOnce: number
  costLimitUsd: number | null
  startedAt: number
  endedAt: number | null
  /** The run whose answers this one judges; null for a run of prompts. */
  judgeOf: SetRunId | null
  /** The criteria that its set has now; for a judge, those by which it judges. Absent without any. */
  rubric?: Criterion[]
  /** Some of it was asked in batches. */
  isBatch?: true
}

/** The verdicts of one model, as a judge, on the answers of a run. */
export interface JudgeResult {
  /** The judge's own run, with its cost; its only model is the judge. */
  run: SetRun
  /** By prompt. */
  rows: JudgeCount[]
  total: JudgeCount
  trust: JudgeTrust
}

/** The results of one model for one prompt, in all repeats. */
export interface SetResultCell {
  /** Repeats with an answer or an error. */
  done: number
  failed: number
  judged: number
  /** The number of `judged` answers that passed all checks. */
  passed: number
  /**
   * The number of answers that are equal, ignoring case and surrounding white space; absent for fewer than two answers.
   */
  equal?: number
  /** The beginning of the answer in the first repeat; absent without one, and in a large run. */
  beginning?: string
  /** The total of the known costs; null when no price is known. */
  costUsd: number | null
  /** The cost of some answers is unknown, fully or in part. */
  isCostAtLeast?: true
  medianMs: number | null
  /** The number of answers that called a tool in a way that was not recorded; absent for none. */
  unrecorded?: number
  /** The same model's cell in the earlier run; absent without one. */
  baseline?: { judged: number; passed: number }
  /** The share of the answers that passes, compared with the earlier run; `within-noise`: chance explains the change. */
  change?: 'regressed' | 'improved' | 'same' | 'within-noise'
}

/** The results of one model for all prompts. */
export interface SetResultTotal extends SetResultCell {
  /** Covers the share that passes in 95 % of cases; absent without checks. */
  interval?: [number, number]
  /** How the model did compared with the earlier run, on the prompts of both. */
  difference?: PassDifference
}

/** The difference between two shares that pass the same prompts. */
export interface PassDifference {
  /** Between -1 and 1. */
  difference: number
  /** Covers it in 95 % of cases. */
  interval: [number, number]
  /** The chance of such a difference between equals, corrected for the number of differences. */
  pValue: number
  /** Chance does not explain it. */
  isSettled: boolean
  prompts: number
  /** How many more prompts would show a difference of 0.1 in four of five cases; null if too few show what to expect. */
  morePrompts: number | null
}

/** Two models of a run, by their indexes. `difference` is not negative. */
export interface ModelDifference extends PassDifference {
  better: number
  worse: number
}

/** A row of the grid. */
export interface SetResultRow {
  /** Index in the run. */
  prompt: number
  /** The beginning of the prompt with its values filled in. */
  text: string
  /** The `askedKey` of the prompt. */
  key: string
  /** The number of earlier turns that are sent; absent without any. */
  turns?: number
  checks: number
  /** One per model, in the order of the line-up; none while hidden. */
  cells: SetResultCell[]
  /** Anything that would distinguish the models of the answers is left out until the vote on them. */
  isHidden?: true
}

/** The result of a run, compared with an earlier one. */
export interface SetResult {
  run: SetRun
  baseline: SetRun | null
  /** For each model of the run, the index of the model in the baseline that it is compared with. */
  matched: (number | null)[]
  /** Regressions first, then in the order of the set. */
  rows: SetResultRow[]
  /** Totals by model, of the rows that are not hidden. */
  totals: SetResultTotal[]
  /** All pairs of models, the clearest difference first. */
  differences: ModelDifference[]
  regressions: number
  /** Cells that changed since the earlier run as they may by chance. */
  withinNoise: number
  /** Verdicts of judges, oldest first. */
  judges: JudgeResult[]
  /** By model: how many of the user's votes on its answers it won. */
  votes: { won: number; of: number }[]
  /** Marks by criteria: the user's, then those of judges. */
  rubrics: RubricResult[]
}

/** One stored answer of a run. */
export interface SetAnswer {
  model: number
  repeat: number
  text: string
  error: ErrorData | null
  /** Why the answer ended early; null when it is complete. */
  finish: 'length' | 'filter' | 'tool-limit' | null
  usage: Usage
  costUsd: number | null
  ttftMs: number | null
  durationMs: number | null
  /** In the order of the prompt's checks; null when they have not run yet. */
  checks: CheckResult[] | null
  course?: AnswerCourse
  at: number
}

/** Everything about one prompt of a run. */
export interface SetResultDetail {
  text: string
  expected?: string
  systemPrompt: string | null
  past?: PromptPast
  checks: Check[]
  answers: SetAnswer[]
  /** Index of the same prompt in the earlier run; null without one. */
  baselinePrompt: number | null
  /** The earlier run's answers to the same prompt, with that run's model indexes. */
  baseline: SetAnswer[]
  /** Judges' verdicts on the answers. */
  judgements: (Judgement & { judge: string })[]
  /** Judges' marks for the answers. */
  marks: (RubricMark & { judge: string } & Pick<Criterion, 'name' | 'scale'>)[]
  /** Models' verdicts on conflicts, in comparisons of the answers; oldest first, passages shortened. */
  rowVerdicts: SetRowVerdict[]
}

/** A model's verdict on a conflict between answers of a run. */
export interface SetRowVerdict extends Pick<RowVerdict, 'model' | 'judgement' | 'judgedAt'> {
  /**
   * The passages of the row in the answers of these models, which are given by their index; null for an answer without
   * one.
   */
  passages: { model: number; repeat: number; text: string | null }[]
}

/**
 * An answer of the newest run, and what the checks of an edited prompt say about it. It does not tell whose it is.
 * `text` is there if checks wait for a window to run its page, unless all of them would be too long.
 */
export interface TriedAnswer {
  beginning: string
  checks: CheckResult[]
  text?: string
}

/** A check of an answer's page, for a window to run. */
export interface PageCheckTask {
  cell: number
  /** Its index among the checks of the prompt. */
  check: number
  wanted: PageCheck
  text: string
}

/** A run with checks of pages that no window has run yet. */
export interface WaitingPages {
  runId: SetRunId
  /** How many answers have such checks. */
  left: number
}

/** The expected cost of a run. */
export interface SetEstimate {
  cells: number
  /** US dollars for the models whose price is known; null when none is. */
  costUsd: number | null
  /**
   * Variables such as `{{city}}` that some prompts name and have no value for, with how many prompts; they are sent as
   * written. Absent if there are none.
   */
  missing?: { name: string; prompts: number }[]
  /** The numbers of prompts whose files are gone, from 1; absent if there are none. The run cannot start. */
  withoutFiles?: number[]
  /** Providers that have not seen some of the questions from chats; absent if there are none. */
  unseen?: string[]
  /** Models whose price is unknown: a cost limit does not cover them. */
  unpriced: string[]
  /** With batches, where providers have them: how many answers that are, and what the run costs; absent if none has. */
  batch?: { cells: number; costUsd: number | null }
  /** What the checks of the run can show; absent if fewer than two prompts have any. */
  power?: SetPower
}

/** The differences that a run can show between two models, or between one and the same in an earlier run. */
export interface SetPower {
  /** The smallest share that is found in four of five cases. */
  smallest: number
  /** How many prompts find a difference of 0.1 as often. */
  promptsForTenth: number
  /** The answers of an earlier run show how much results vary; without one, this is assumed. */
  isMeasured: boolean
}

/** Events of `sets.run` and `sets.watch`. */
export type SetRunEvent =
  | { type: 'run'; run: SetRun }
  | { type: 'progress'; runId: SetRunId; progress: SetRunProgress }
