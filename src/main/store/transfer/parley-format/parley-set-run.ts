import { z } from 'zod'

import { errorData } from '../../../../shared/schema'
import { modelParams, usage } from '../../../../shared/sessions/schema'
import type { ErrorData } from '../../../../shared/errors'
import {
  answerCourse,
  check,
  checkResult,
  earlierAnswer,
  expectedAnswer,
  promptPast,
  ratings,
  rubric,
  seenBy,
} from '../../../../shared/sets/schema'
import { type LineUpModel, type PromptContent, setLimits, setRunStates } from '../../../../shared/sets/sets'
import type { Criterion, Rating } from '../../../../shared/sets/rubrics'
import type { CellAnswer, JudgedPair, RunPrompt } from '../../sets/stored-answers'
import type { StoredRun } from '../../sets/set-run-store'
import { bundleFile, type ParleyVote, parleyVote } from './parley-bundle'
import {
  longText,
  nullableAmount,
  nullableNumber,
  rowsOf,
  shape,
  shortText,
  text,
  time,
} from './parley-shapes'

/** A model without the folder of an agent, which is useless elsewhere. */
type SharedModel = Omit<LineUpModel, 'workspace' | 'permission' | 'isolation'>

/** A prompt set, which its runs follow, oldest first. */
export interface ParleySet {
  format: typeof bundleFile.set
  version: typeof bundleFile.version
  name: string
  createdAt: number
  updatedAt: number
  prompts: PromptContent[]
  rubric?: Criterion[]
  /** When each of its runs started. */
  runs: number[]
}

/** A run of a prompt set, which its answers follow. A run of a judge follows the run that it judges. */
export interface ParleySetRun extends Partial<Pick<StoredRun, 'state' | 'atOnce' | 'costLimitUsd'>> {
  format: typeof bundleFile.setRun
  version: typeof bundleFile.version
  /** Only in an archive: the name by which comparisons of its rows refer to the run. */
  id?: string
  name: string
  models: SharedModel[]
  /** Absent in a judge's run. */
  prompts: RunPrompt[]
  /** The cells of the judged run that each cell of a judge's run compares. */
  pairs?: JudgedPair[]
  /** The criteria by which a judge's run judges. */
  rubric?: Criterion[]
  /** The user's marks for its answers. */
  ratings?: Rating[]
  repeats: number
  startedAt: number
  endedAt: number | null
  /** The error that ended it. */
  error?: ErrorData
  /** Since when the user can know the models of all answers. */
  revealedAt?: number
}

/** An answer of a run in the same archive. */
export interface ParleyCell {
  run: string
  prompt: number
  repeat: number
  /** Index of its model. */
  model: number
}

/** Some answers of the run before them, by the number of their cell. */
export interface ParleySetAnswers {
  format: typeof bundleFile.setAnswers
  version: typeof bundleFile.version
  answers: (CellAnswer & { cell: number })[]
}

/** The ballots of the run before it. */
export interface ParleySetBallots {
  format: typeof bundleFile.setBallots
  version: typeof bundleFile.version
  ballots: ParleySetBallot[]
}

/** The answers to one prompt in one repeat. */
export interface ParleySetBallot {
  prompt: number
  repeat: number
  /** In the order in which they were shown; none while their models are hidden. */
  cells: number[]
  revealedAt?: number
  /** Its `pane` counts `cells`. */
  vote?: ParleyVote
}

const version = z.literal(bundleFile.version)

/** Names a run within an archive. */
const runName = z.string().min(1).max(100)

/** The answer of a run that a pane has a copy of. */
export const parleyCell: z.ZodType<ParleyCell> = shape<ParleyCell>()({
  run: runName,
  prompt: z.number().int().min(0).max(setLimits.prompts),
  repeat: z.number().int().min(0).max(setLimits.repeats),
  model: z.number().int().min(0).max(setLimits.models),
})

const lineUpModel = shape<SharedModel>()({
  model: shortText.min(1),
  params: modelParams,
  systemPrompt: longText.nullable(),
  answers: z.number().int().min(0).max(setLimits.prompts).exactOptional(),
  key: shortText.min(1),
})

const prompt = shape<RunPrompt>()({
  text: z.string().max(setLimits.promptChars * 10),
  systemPrompt: longText.nullable(),
  checks: z.array(check).max(100),
  past: promptPast.exactOptional(),
  expected: expectedAnswer.exactOptional(),
  answer: earlierAnswer.exactOptional(),
  isFromChats: z.literal(true).exactOptional(),
})

/**
 * A prompt of a set. Above what Parley accepts from a user: a set that was made from a run has prompts with their
 * values.
 */
export const parleySetPrompt = shape<PromptContent>()({
  text: z.string().max(setLimits.promptChars * 10),
  systemPrompt: longText.nullable(),
  values: z.record(shortText, longText),
  checks: z.array(check).max(100),
  past: promptPast.exactOptional(),
  expected: expectedAnswer.exactOptional(),
  answer: earlierAnswer.exactOptional(),
  seenBy: seenBy.exactOptional(),
})

/** The schema of a prompt set. */
export const parleySet: z.ZodType<ParleySet> = shape<ParleySet>()({
  format: z.literal(bundleFile.set),
  version,
  name: z.string().min(1).max(setLimits.nameChars),
  createdAt: time,
  updatedAt: time,
  prompts: rowsOf<PromptContent>(setLimits.prompts),
  rubric: rubric.exactOptional(),
  runs: z.array(time).max(100_000),
})

const cell = z.number().int().min(0).max(setLimits.cells)

/** The schema of a run, which its answers follow. */
export const parleySetRun: z.ZodType<ParleySetRun> = shape<ParleySetRun>()({
  format: z.literal(bundleFile.setRun),
  version,
  id: runName.exactOptional(),
  name: z.string().min(1).max(setLimits.nameChars),
  models: z.array(lineUpModel).min(1).max(setLimits.models),
  prompts: z.array(prompt).max(setLimits.prompts),
  pairs: z
    .array(z.tuple([cell, cell]))
    .min(1)
    .max(setLimits.cells)
    .exactOptional(),
  rubric: rubric.exactOptional(),
  ratings: ratings.exactOptional(),
  repeats: z.number().int().min(1).max(setLimits.repeats),
  startedAt: time,
  endedAt: time.nullable(),
  state: z.enum(setRunStates).exactOptional(),
  atOnce: z.number().int().min(1).max(setLimits.atOnce).exactOptional(),
  costLimitUsd: z.number().positive().max(1_000_000).nullable().exactOptional(),
  error: errorData.exactOptional(),
  revealedAt: time.exactOptional(),
})
  .refine(({ prompts, pairs }) => prompts.length > 0 === (pairs === undefined), { path: ['prompts'] })
  .superRefine((run, context) => {
    const found = cellCountOf(run)
    if (found > setLimits.cells) {
      context.addIssue({ code: 'custom', path: ['cells'], params: { limit: setLimits.cells, found } })
    }
  })

/** The number of answers of a complete run. */
export function answerCountOf({ prompts, pairs, models, repeats }: ParleySetRun): number {
  const asked = (pairs ?? prompts).length * repeats
  return models.reduce((sum, { answers = asked }) => sum + answers, 0)
}

/** The number of cells of a run. */
export function cellCountOf({ prompts, pairs, models, repeats }: ParleySetRun): number {
  return (pairs ?? prompts).length * models.length * repeats
}

/** An answer of a run, by the number of its cell. */
export const parleySetAnswer = shape<CellAnswer & { cell: number }>()({
  cell,
  text,
  error: errorData.nullable(),
  finish: z.enum(['length', 'filter', 'tool-limit']).nullable(),
  usage,
  costUsd: nullableAmount,
  ttftMs: nullableNumber,
  durationMs: nullableNumber,
  checks: z.array(checkResult).nullable(),
  course: answerCourse.exactOptional(),
  at: time,
})

/** Some of the answers of the run before it, by the number of their cell. */
export const parleySetAnswers: z.ZodType<ParleySetAnswers> = shape<ParleySetAnswers>()({
  format: z.literal(bundleFile.setAnswers),
  version,
  answers: rowsOf<CellAnswer & { cell: number }>(setLimits.cells),
})

/** A ballot: the answers to one prompt in one repeat. */
export const parleySetBallot: z.ZodType<ParleySetBallot> = shape<ParleySetBallot>()({
  prompt: z.number().int().min(0).max(setLimits.prompts),
  repeat: z.number().int().min(0).max(setLimits.repeats),
  cells: z
    .array(cell)
    .max(setLimits.models)
    .refine((cells) => new Set(cells).size === cells.length, 'names a cell twice'),
  revealedAt: time.exactOptional(),
  vote: parleyVote.exactOptional(),
})

/** The ballots of the run before it. */
export const parleySetBallots: z.ZodType<ParleySetBallots> = shape<ParleySetBallots>()({
  format: z.literal(bundleFile.setBallots),
  version,
  ballots: rowsOf<ParleySetBallot>(setLimits.cells),
})
