/**
 * A condition that an answer must meet. `not` reverses a check of its text. Lengths are in characters, UTF-16 units.
 */
export type Check =
  | { kind: 'contains'; value: string; ignoreCase?: boolean; not?: boolean }
  /** A JavaScript regular expression with any of the flags `imsu`. */
  | { kind: 'matches'; pattern: string; flags?: string; not?: boolean }
  /** Spaces around the answer do not count. */
  | { kind: 'equals'; value: string; ignoreCase?: boolean; not?: boolean }
  /** The whole answer, or the one code block that it consists of, is JSON. */
  | { kind: 'json' }
  | { kind: 'json-schema'; schema: Record<string, unknown> }
  | { kind: 'length'; min?: number; max?: number }
  /** From the request to the end of the answer, in milliseconds. */
  | { kind: 'time'; maxMs: number }
  | { kind: 'cost'; maxUsd: number }
  /** A line for the system's shell, run where a coding agent worked: it must exit with 0. Only for agents. */
  | { kind: 'command'; command: string; seconds: number }

/** Why a check failed, if its kind does not say so. */
export type CheckProblem =
  | 'not-json'
  | 'text-around-json'
  | 'too-slow'
  | 'bad-pattern'
  | 'bad-schema'
  | 'price-unknown'
  | 'too-short'
  | 'too-long'
  | 'folder-gone'

/** The result of one check of one answer. */
export interface CheckResult {
  passed: boolean
  /** It does not apply to this model, and counts neither as passed nor as failed. */
  isNotApplicable?: true
  problem?: CheckProblem
  /** The exact problem, such as the first violation of a schema. In English. */
  detail?: string
}

/** Bounds of a prompt's checks. */
export const checkLimits = {
  checks: 20,
  valueChars: 20_000,
  patternChars: 2_000,
  /** Of the schema's JSON. */
  schemaChars: 256 * 1024,
} as const

/** Whether an answer without an error passed its checks; null if no check applies to it, or before they have run. */
export function passedAll(checks: readonly CheckResult[] | null): boolean | null {
  const applicable = (checks ?? []).filter(({ isNotApplicable }) => isNotApplicable !== true)
  return applicable.length === 0 ? null : applicable.every(({ passed }) => passed)
}

/** Whether this is a regular expression. */
export function isPattern(pattern: string, flags?: string): boolean {
  try {
    void new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}
