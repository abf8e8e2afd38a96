import { z } from 'zod'

import { type ErrorData, errorCodes } from '../../../../shared/errors'
import { check } from '../../../../shared/rpc/comparing/set-fields'
import type { CheckResult } from '../../../../shared/sets/checks'
import { type LineUpModel, setLimits } from '../../../../shared/sets/sets'
import type { CellAnswer } from '../../sets/set-cells'
import type { RunPrompt } from '../../sets/set-run-store'
import { bundleFile } from './parley-bundle'
import { longText, modelParams, nullableNumber, shape, shortText, text, time, usage } from './parley-shapes'

/** A model without the folder of an agent, which is of no use elsewhere. */
type SharedModel = Omit<LineUpModel, 'workspace' | 'permission' | 'isolation'>

/** A run of a prompt set, which its answers follow. */
export interface ParleySetRun {
  format: typeof bundleFile.setRun
  version: typeof bundleFile.version
  name: string
  models: SharedModel[]
  prompts: RunPrompt[]
  repeats: number
  startedAt: number
  endedAt: number | null
}

/** Some answers of the run before them, by the number of their cell. */
export interface ParleySetAnswers {
  format: typeof bundleFile.setAnswers
  version: typeof bundleFile.version
  answers: (CellAnswer & { cell: number })[]
}

const version = z.literal(bundleFile.version)

const lineUpModel = shape<SharedModel>()({
  model: shortText.min(1),
  params: modelParams,
  systemPrompt: longText.nullable(),
  key: shortText.min(1),
})

const prompt = shape<RunPrompt>()({
  text: z.string().max(setLimits.promptChars * 10),
  systemPrompt: longText.nullable(),
  checks: z.array(check).max(100),
})

export const parleySetRun: z.ZodType<ParleySetRun> = shape<ParleySetRun>()({
  format: z.literal(bundleFile.setRun),
  version,
  name: z.string().min(1).max(setLimits.nameChars),
  models: z.array(lineUpModel).min(1).max(setLimits.models),
  prompts: z.array(prompt).min(1).max(setLimits.prompts),
  repeats: z.number().int().min(1).max(setLimits.repeats),
  startedAt: time,
  endedAt: time.nullable(),
}).refine(
  ({ prompts, models, repeats }) => prompts.length * models.length * repeats <= setLimits.cells,
  'has too many cells',
)

const error = shape<Pick<ErrorData, 'code' | 'message'>>()({ code: z.enum(errorCodes), message: text })

const checkResult: z.ZodType<CheckResult> = shape<CheckResult>()({
  passed: z.boolean(),
  isNotApplicable: z.literal(true).exactOptional(),
  problem: z
    .enum([
      'not-json',
      'too-slow',
      'bad-pattern',
      'bad-schema',
      'price-unknown',
      'too-short',
      'too-long',
      'folder-gone',
    ])
    .exactOptional(),
  detail: text.exactOptional(),
})

const answer = shape<CellAnswer & { cell: number }>()({
  cell: z.number().int().min(0).max(setLimits.cells),
  text,
  error: error.nullable(),
  finish: z.enum(['length', 'filter', 'tool-limit']).nullable(),
  usage,
  costUsd: nullableNumber,
  ttftMs: nullableNumber,
  durationMs: nullableNumber,
  checks: z.array(checkResult).nullable(),
  at: time,
})

export const parleySetAnswers: z.ZodType<ParleySetAnswers> = shape<ParleySetAnswers>()({
  format: z.literal(bundleFile.setAnswers),
  version,
  answers: z.array(answer).max(setLimits.cells),
})
