import { z } from 'zod'

import { commandLimits } from '../agents/command-checks'
import { onlyTrue } from '../schema'
import { checkLimits, checkProblems, isPattern } from './checks'

const value = z.string().min(1).max(checkLimits.valueChars)
const amount = z.number().int().min(0).max(100_000_000)
const not = z.boolean().exactOptional()
const ignoreCase = z.boolean().exactOptional()
const schema = z
  .record(z.string(), z.unknown())
  .refine((given) => JSON.stringify(given).length <= checkLimits.schemaChars, 'is too large')

const kinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contains'), value, ignoreCase, not }),
  /** A JavaScript regular expression. */
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
  /** Spaces around the answer do not count. */
  z.object({ kind: z.literal('equals'), value, ignoreCase, not }),
  /** The whole answer, or the one code block that it consists of, is JSON. */
  z.object({ kind: z.literal('json') }),
  z.object({ kind: z.literal('json-schema'), schema }),
  z.object({ kind: z.literal('length'), min: amount.exactOptional(), max: amount.exactOptional() }),
  /** From the request to the end of the answer, in milliseconds. */
  z.object({ kind: z.literal('time'), maxMs: amount }),
  z.object({ kind: z.literal('cost'), maxUsd: z.number().min(0).max(1_000_000) }),
  /** A line for the system's shell, run where a coding agent worked: it must exit with 0. Only for agents. */
  z.object({
    kind: z.literal('command'),
    command: z.string().min(1).max(commandLimits.commandChars),
    seconds: z.number().int().min(commandLimits.seconds.min).max(commandLimits.seconds.max),
  }),
])

/** A condition that an answer must meet. `not` reverses a check of its text. Lengths are in characters, UTF-16 units. */
export const check = kinds.superRefine((given, context) => {
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
export type Check = z.infer<typeof check>

/** The result of one check of one answer. */
export const checkResult = z.object({
  passed: z.boolean(),
  /** It does not apply to this model, and counts neither as passed nor as failed. */
  isNotApplicable: onlyTrue,
  /** Why it failed, if its kind does not say so. */
  problem: z.enum(checkProblems).exactOptional(),
  /** The exact problem, such as the first violation of a schema. In English. */
  detail: z.string().exactOptional(),
})
export type CheckResult = z.infer<typeof checkResult>
