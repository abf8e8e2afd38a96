import { english } from '../locales/en/index'

/** The name of a text of `imports`. */
export type ImportReasonCode = keyof typeof english.imports

/** Why something of a file was not taken in, or what is odd about it. */
export interface ImportReason {
  code: ImportReasonCode
  /** What its text puts in: a limit, a number, or the name of a field. */
  value?: string
}

/** A reason in English, as main says it. */
export function importReasonText({ code, value = '' }: ImportReason): string {
  return english.imports[code].replace('{{value}}', () => value)
}

/** The reasons in the data of an error; none where it is of another kind. */
export function importReasonsIn(data: Readonly<Record<string, unknown>>): ImportReason[] {
  const reasons = data['importReasons']
  return Array.isArray(reasons) && reasons.every(isReason) ? reasons : []
}

function isReason(value: unknown): value is ImportReason {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false
  return typeof value.code === 'string' && Object.hasOwn(english.imports, value.code)
}
