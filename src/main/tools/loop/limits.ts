/** The limits of an answer's tool calls. */
export interface ToolLimits {
  /** The number of requests that the model gets for one answer. */
  steps: number
  /** The time limit of one call, without the time in which it waits for the user. */
  callMs: number
  /** The time that a call has to end after its abort before it is abandoned. */
  graceMs: number
}

/** Ends before the grace period of the run, so that the loop ends in time. */
export const toolGraceMs = 2_500

/** The number of calls of one step that are executed at once. */
export const callsAtOnce = 8
/** The number of calls of one step that are executed. */
export const callsPerStep = 64
/** Longer arguments are not executed. */
export const maxInputChars = 2_000_000
/**
 * Steps in a row without a valid call end the answer: two with malformed arguments or unknown tools, which models seldom
 * correct, or four with input that a tool rejects.
 */
export const mistakeWeights = { malformed: 2, input: 1 } as const
/** The weight of mistakes in a row that ends the answer. */
export const maxMistakes = 4
