import { z } from 'zod'

import { listOf, objectOf, some } from '../turns/lenient'

/** The fields of an agent's responses that Parley reads. The library passes responses on unchecked. */

const offered = some(z.object({}).loose())

/** An agent's description of itself, which comes first. */
export const initializeResponse = objectOf({
  agentCapabilities: some(
    z.object({
      loadSession: some(z.boolean()),
      promptCapabilities: some(z.object({ image: some(z.boolean()) })),
      sessionCapabilities: some(z.object({ resume: offered })),
    }),
  ),
})
export type AgentAbilities = z.output<typeof initializeResponse>['agentCapabilities']

const selectOption = z.object({
  id: z.string(),
  category: some(z.string()),
  currentValue: z.string(),
  options: listOf(
    z.union([
      z.object({ value: z.string() }).transform(({ value }) => [value]),
      z
        .object({ options: listOf(z.object({ value: z.string() })) })
        .transform(({ options }) => options.map(({ value }) => value)),
    ]),
  ),
})

/** The options with a list of values; other kinds are ignored. */
export const configOptions = listOf(selectOption).transform((options) =>
  options.map(({ id, category, currentValue, options: values }): SelectOption => ({
    id,
    category: category ?? id,
    currentValue,
    values: values.flat(),
  })),
)

/** A session option with a list of values. */
export interface SelectOption {
  id: string
  category: string
  currentValue: string
  values: readonly string[]
}

const sessionState = {
  modes: some(
    z.object({ currentModeId: some(z.string()), availableModes: listOf(z.object({ id: z.string() })) }),
  ),
  configOptions: some(configOptions),
}

/** The response to starting a session, with the id under which it can be resumed. */
export const newSessionResponse = z.object({ sessionId: z.string().min(1).max(1_000), ...sessionState })
/** The response to resuming a session. */
export const sessionResponse = objectOf(sessionState)
export type SessionResponse = z.output<typeof sessionResponse>

/** The response to choosing an option, such as the model: every option with its present value. */
export const setConfigOptionResponse = objectOf({ configOptions: some(configOptions) })

const count = some(z.number().nonnegative())
const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedReadTokens: count,
  cachedWriteTokens: count,
  thoughtTokens: count,
  totalTokens: count,
})
export type AcpUsage = z.output<typeof usage>

/** The end of a turn, with its usage if the agent counts that. */
export const promptResponse = objectOf({
  /** `meaningOf` knows its words. */
  stopReason: z.string().catch('end_turn'),
  usage: some(usage),
})
export type PromptOutcome = z.output<typeof promptResponse>
