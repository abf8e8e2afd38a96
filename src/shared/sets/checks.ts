import type { Check, CheckResult } from './schema'

export type { Check, CheckResult }

/** Why a check failed, if its kind does not say so. */
export const checkProblems = [
  'not-json',
  'text-around-json',
  'too-slow',
  'bad-pattern',
  'bad-schema',
  'price-unknown',
  'too-short',
  'too-long',
  'folder-gone',
  'needs-window',
  'no-page',
  'page-error',
  'page-stopped',
  'element-missing',
  'too-wide',
] as const

/** What a window may find wrong with a page. */
export const pageProblems = ['no-page', 'page-error', 'page-stopped', 'element-missing', 'too-wide'] as const

/** How long a page is watched for errors. */
export const pageSeconds = { min: 1, usual: 3, max: 30 } as const

/** A check that only a window can run. */
export type PageCheck = Extract<Check, { kind: 'renders' }>

/** Bounds of a prompt's checks. */
export const checkLimits = {
  checks: 20,
  valueChars: 20_000,
  patternChars: 2_000,
  /** What a page has to show: a role, a name or a text. */
  wantedChars: 200,
  /** The length of the schema's JSON. */
  schemaChars: 256 * 1024,
} as const

/** True if an answer without an error passed its checks; null if no check applies to it, or before they have run. */
export function passedAll(checks: readonly CheckResult[] | null): boolean | null {
  const applicable = (checks ?? []).filter(({ isNotApplicable }) => isNotApplicable !== true)
  return applicable.length === 0 ? null : applicable.every(({ passed }) => passed)
}

/** True for a valid regular expression. */
export function isPattern(pattern: string, flags?: string): boolean {
  try {
    void new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}
