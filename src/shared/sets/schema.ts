import { z } from 'zod'

import { commandLimits } from '../agents/command-checks'
import { documentDepth, isNestedDeeperThan } from '../json-depth'
import { jsonObject, onlyTrue } from '../schema'
import { attachmentPart, usage } from '../sessions/schema'
import { checkLimits, checkProblems, isPattern, pageSeconds } from './checks'
import { pastLimits, pastModes } from './past'
import { rubricLimits } from './rubrics'

const value = z.string().min(1).max(checkLimits.valueChars)
const amount = z.number().int().min(0).max(100_000_000)
const not = z.boolean().exactOptional()
const wanted = z.string().min(1).max(checkLimits.wantedChars).exactOptional()
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
  /**
   * The page in the answer runs in a frame of a window for `seconds` without an error. It has an element with this role
   * and name, and this text; `fits`: it does not scroll sideways on a phone.
   */
  z.object({
    kind: z.literal('renders'),
    seconds: z.number().int().min(pageSeconds.min).max(pageSeconds.max).default(pageSeconds.usual),
    role: wanted,
    name: wanted,
    text: wanted,
    fits: onlyTrue,
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

/** How an answer came about, if it took more than one request. */
export const answerCourse = z.object({
  /** The model's answers to the earlier turns of a conversation. */
  earlier: z.array(z.string()).exactOptional(),
  /** The number of calls that got a recorded result. */
  replayed: z.number().exactOptional(),
  /** The beginnings of calls that were not recorded. */
  unrecorded: z.array(z.string()).exactOptional(),
  /** It was given in a chat. What it cost was paid there. */
  isEarlier: onlyTrue,
})
export type AnswerCourse = z.infer<typeof answerCourse>

const files = z.array(attachmentPart).max(pastLimits.files).exactOptional()
const toolName = z.string().min(1).max(pastLimits.toolNameChars)

/** A call of a tool with its result, which an equal call gets again. */
const recordedCall = z.object({
  name: toolName,
  input: jsonObject,
  output: z.string().max(pastLimits.resultChars),
  isError: onlyTrue,
})
export type RecordedCall = z.infer<typeof recordedCall>

const calls = z.array(recordedCall).max(pastLimits.calls).exactOptional()

/** An earlier turn. Files are the user's, calls the assistant's. */
const pastTurn = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string().max(pastLimits.turnChars),
  files,
  calls,
})
export type PastTurn = z.infer<typeof pastTurn>

/** What belongs to a prompt besides its last question. */
export const promptPast = z
  .object({
    mode: z.enum(pastModes),
    /** Oldest first. Those of the user may contain variables. */
    turns: z.array(pastTurn).max(pastLimits.turns),
    /** Files of the last question. */
    files,
    /** The tools that are offered. They are never run: calls get recorded results. */
    tools: z
      .array(
        z.object({
          name: toolName,
          description: z.string(),
          inputSchema: jsonObject,
        }),
      )
      .max(pastLimits.tools)
      .exactOptional(),
    /** The calls of the recorded answer to the last question. */
    calls,
  })
  .superRefine((past, context) => {
    const problem = problemOf(past)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })
export type PromptPast = z.infer<typeof promptPast>

function problemOf(past: {
  mode: (typeof pastModes)[number]
  turns: PastTurn[]
  files?: PastTurn['files']
}): string | null {
  const { chars, asked, allFiles, fileBytes } = pastLimits
  if (isNestedDeeperThan(past, documentDepth)) return 'is nested too deeply'
  if (JSON.stringify(past).length > chars) return `has more than ${chars} characters`
  const questions = past.turns.filter(({ role }) => role === 'user').length + 1
  if (past.mode === 'conversation' && questions > asked) return `asks more than ${asked} questions`
  const all = [...past.turns, past].flatMap((turn) => turn.files ?? [])
  const bytes = all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return all.length > allFiles || bytes > fileBytes ? 'has too many files' : null
}

/** A good answer to a prompt. */
export const expectedAnswer = z.string().max(checkLimits.valueChars)
/** The answer that a question got in a chat. `usage.model` is the model that gave it, if that is known. */
export const earlierAnswer = z.object({
  text: z.string().min(1).max(checkLimits.valueChars),
  usage,
  durationMs: z.number().min(0).nullable(),
})
export type EarlierAnswer = z.infer<typeof earlierAnswer>
/** The providers that have seen a question. */
export const seenBy = z.array(z.string().max(200)).max(100)

/** One of the user's criteria for answers. */
const criterion = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(rubricLimits.nameChars),
  description: z.string().max(rubricLimits.descriptionChars),
  scale: z.enum(['pass-fail', 'one-to-five']),
  weight: z.number().positive().max(rubricLimits.weight),
})
export type Criterion = z.infer<typeof criterion>

export const rubric = z
  .array(criterion)
  .max(rubricLimits.criteria)
  .refine((criteria) => new Set(criteria.map(({ id }) => id)).size === criteria.length, 'names an id twice')

const place = { prompt: amount, repeat: amount, model: amount }
const rating = z.object({ ...place, criterion: z.string().max(100), mark: amount, isBlind: z.boolean() })
/** The user's marks for the answers of a run. */
export const ratings = z.array(rating).max(100_000)
