import { imports } from '../../../../shared/locales/en/data/imports'
import type { ImportReason } from '../../../../shared/store/import-reasons'

/** A reason in English. */
export function importReasonText({ code, value = '', limit = '', found = '?' }: ImportReason): string {
  return imports[code]
    .replace('{{value}}', () => value)
    .replace('{{limit}}', () => limit)
    .replace('{{found}}', () => found)
}
