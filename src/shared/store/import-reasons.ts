import type { imports } from '../locales/en/data/imports'

/** A key of `imports` in the catalogue. */
export type ImportReasonCode = keyof typeof imports

/** Why part of a file was not imported, or was imported with a warning. */
export interface ImportReason {
  code: ImportReasonCode
  /** The values that its text interpolates: a limit, a number, or a field name. */
  value?: string
  /** The maximum, and what was found. */
  limit?: string
  found?: string
}

/** The values that the text of a reason interpolates. */
export function importReasonValues({ value = '', limit = '', found = '?' }: ImportReason) {
  return { value, limit, found }
}

/** The import reasons in an error's data; empty for other errors. */
export function importReasonsIn(data: Readonly<Record<string, unknown>>): ImportReason[] {
  const reasons = data['importReasons']
  return Array.isArray(reasons) && reasons.every(isReason) ? reasons : []
}

function isReason(value: unknown): value is ImportReason {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
}
