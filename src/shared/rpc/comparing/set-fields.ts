import { z } from 'zod'

import { commandLimits } from '../../agents/command-checks'
import type { SetId, SetPromptId, SetRunId } from '../../ids'
import { type Check, checkLimits, isPattern } from '../../sets/checks'
import { type PromptContent, setLimits } from '../../sets/sets'
import { agentWork, id, params, systemPrompt } from '../definitions/fields'
import { modelRef } from '../../models/schema'
import { wireLimits } from '../definitions/limits'

/** Fields of the routes of prompt sets, which files with prompts share. */

export const setId = id<SetId>()
export const setPromptId = id<SetPromptId>()
export const setRunId = id<SetRunId>()
/** The name of a set, without white space around it. */
export const setName = z.string().trim().min(1).max(setLimits.nameChars)

const value = z.string().min(1).max(checkLimits.valueChars)
const amount = z.number().int().min(0).max(100_000_000)
const not = z.boolean().exactOptional()
const ignoreCase = z.boolean().exactOptional()
const schema = z
  .record(z.string(), z.unknown())
  .refine((given) => JSON.stringify(given).length <= checkLimits.schemaChars, 'is too large')

/** A check as it may be stored: earlier versions also accepted some that no answer can meet. */
export const storedCheck: z.ZodType<Check> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contains'), value, ignoreCase, not }),
  z
    .object({
      kind: z.literal('matches'),
      pattern: z.string().min(1).max(checkLimits.patternChars),
      flags: z
        .string()
        .regex(/^(?!.*(.).*\1)[imsu]*$/, 'must be some of imsu')
        .exactOptional(),
      not,
    })
    .refine(({ pattern, flags }) => isPattern(pattern, flags), {
      path: ['pattern'],
      message: 'is not valid',
    }),
  z.object({ kind: z.literal('equals'), value, ignoreCase, not }),
  z.object({ kind: z.literal('json') }),
  z.object({ kind: z.literal('json-schema'), schema }),
  z.object({ kind: z.literal('length'), min: amount.exactOptional(), max: amount.exactOptional() }),
  z.object({ kind: z.literal('time'), maxMs: amount }),
  z.object({ kind: z.literal('cost'), maxUsd: z.number().min(0).max(1_000_000) }),
  z.object({
    kind: z.literal('command'),
    command: z.string().min(1).max(commandLimits.commandChars),
    seconds: z.number().int().min(commandLimits.seconds.min).max(commandLimits.seconds.max),
  }),
])

/** A new check. */
export const check = storedCheck.superRefine((given, context) => {
  if (given.kind !== 'length') return
  const { min, max } = given
  const problem =
    min === undefined && max === undefined
      ? 'needs min or max'
      : (min ?? 0) > (max ?? Number.POSITIVE_INFINITY)
        ? 'must not be less than min'
        : null
  if (problem !== null) context.addIssue({ code: 'custom', path: ['max'], message: problem })
})

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
    }),
  ])
  .transform((given) => {
    const {
      text,
      systemPrompt: system,
      values: known,
      checks,
    } = typeof given === 'string' ? typed(given) : given
    return {
      text,
      systemPrompt: system === '' ? null : (system ?? null),
      values: known ?? {},
      checks: checks ?? [],
    }
  })
  .refine(({ text }) => text.trim() !== '', { path: ['text'], message: 'must not be empty' })
  .refine(({ text }) => text.length <= setLimits.promptChars, { path: ['text'], message: 'is too long' })

const column = z.string().min(1).max(1_000)

/** A file with one prompt per row, and the roles of its columns, null for none; the others are variables. */
export const promptFile = z.object({
  format: z.enum(['jsonl', 'csv']),
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

/** A model of a line-up, alone or with settings. */
export const lineUpModel = z.union([
  modelRef,
  z.object({
    model: modelRef,
    params: params.exactOptional(),
    systemPrompt: systemPrompt.exactOptional(),
    ...agentWork,
  }),
])

function typed(text: string): {
  text: string
  systemPrompt?: null
  values?: PromptContent['values']
  checks?: Check[]
} {
  return { text }
}
