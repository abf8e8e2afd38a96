import { z } from 'zod'

import type { SetId, SetPromptId, SetRunId } from '../../ids'
import { type Check, checkLimits } from '../../sets/checks'
import { type PromptContent, promptFileFormats, setLimits } from '../../sets/sets'
import { id } from '../../schema'
import { isEmptyPast } from '../../sets/past'
import {
  check,
  type EarlierAnswer,
  earlierAnswer,
  expectedAnswer,
  promptPast,
  seenBy,
} from '../../sets/schema'
import { sessionSettings, systemPrompt } from '../../sessions/schema'
import { modelRef } from '../../models/schema'
import { wireLimits } from '../definitions/limits'

/** Fields of the routes of prompt sets, which files with prompts share. */

export const setId = id<SetId>()
export const setPromptId = id<SetPromptId>()
export const setRunId = id<SetRunId>()
/** The name of a set, without white space around it. */
export const setName = z.string().trim().min(1).max(setLimits.nameChars)

const variableName = z
  .string()
  .min(1)
  .max(setLimits.variableNameChars)
  .refine((name) => name !== '__proto__', 'is reserved')

const values = z
  .record(variableName, z.string().max(setLimits.valueChars))
  .refine((given) => Object.keys(given).length <= setLimits.variables, 'has too many variables')

/** A prompt, as text or with values and checks. */
export const promptContent = z
  .union([
    z.string(),
    z.object({
      text: z.string(),
      systemPrompt: systemPrompt.nullable().exactOptional(),
      values: values.exactOptional(),
      checks: z.array(check).max(checkLimits.checks).exactOptional(),
      past: promptPast.exactOptional(),
      expected: expectedAnswer.exactOptional(),
      answer: earlierAnswer.exactOptional(),
      seenBy: seenBy.exactOptional(),
    }),
  ])
  .transform((given) => {
    const {
      text,
      systemPrompt: system,
      values: known,
      checks,
      past,
      ...reference
    } = typeof given === 'string' ? typed(given) : given
    return {
      text,
      systemPrompt: system === '' ? null : (system ?? null),
      values: known ?? {},
      checks: checks ?? [],
      ...(past === undefined || isEmptyPast(past) ? {} : { past }),
      ...reference,
    }
  })
  .refine(({ text }) => text.trim() !== '', { path: ['text'], message: 'must not be empty' })
  .refine(({ text }) => text.length <= setLimits.promptChars, { path: ['text'], message: 'is too long' })

const column = z.string().min(1).max(1_000)

/**
 * A file with one prompt per row, and the roles of its columns, null for none; the others are variables. JSON and YAML may
 * also be a configuration for promptfoo.
 */
export const promptFile = z.object({
  format: z.enum(promptFileFormats),
  content: z.string().max(wireLimits.frameBytes),
  columns: z
    .object({
      prompt: column.nullable().exactOptional(),
      system: column.nullable().exactOptional(),
      contains: column.nullable().exactOptional(),
      equals: column.nullable().exactOptional(),
      matches: column.nullable().exactOptional(),
      checks: column.nullable().exactOptional(),
    })
    .exactOptional(),
  /** Columns that are not used, not even as variables. */
  leftOut: z.array(column).max(1_000).exactOptional(),
  /** The prompt of every row, with the columns as `{{name}}`; it is used instead of a column of prompts. */
  template: z.string().min(1).max(setLimits.promptChars).exactOptional(),
})

/** Answers of runs use no tools. */
const { tools: _tools, ...settings } = sessionSettings

/** A model of a line-up, alone or with settings. */
export const lineUpModel = z.union([
  modelRef,
  z.object({
    model: modelRef,
    ...settings,
  }),
])

function typed(text: string): {
  text: string
  systemPrompt?: null
  values?: PromptContent['values']
  checks?: Check[]
  past?: PromptContent['past']
  expected?: string
  answer?: EarlierAnswer
  seenBy?: string[]
} {
  return { text }
}
