import type { ParleyError } from '../../../../../shared/errors'
import { failure } from '../../../../../shared/failures/failure'
import { type ImportReason, importReasonsIn } from '../../../../../shared/store/import-reasons'
import { importLimits, inMegabytes } from '../../../uploads/import-limits'
import type { ImportSkip } from '../../../../../shared/store/store'
import { imports } from '../../../../../shared/locales/en/data/imports'

/** The error with the reasons why a whole file, or the rest of it, is not imported. */
export function importRefusal(given: readonly ImportReason[], cause?: unknown): ParleyError {
  const data = { reasons: given.map(importReasonText).join(' '), importReasons: given }
  return failure('INVALID_INPUT', 'import-refused', data, cause)
}

/** The reason behind `refusal`; an error from elsewhere gives its own text. */
export function reasonOf(refusal: ParleyError): ImportReason {
  const [reason] = importReasonsIn(refusal.data ?? {})
  return reason ?? { code: 'asSaid', value: refusal.message }
}

/** Why an element is skipped or noted. */
export const reasons = {
  'too-large': { code: 'tooLarge', value: inMegabytes(importLimits.conversationBytes) },
  tooDeep: { code: 'tooDeep', value: String(importLimits.depth) },
  lostCharacters: { code: 'lostCharacters' },
  unreadable: { code: 'unreadable' },
  unknown: { code: 'noConversation' },
  cut: { code: 'cut' },
  ended: { code: 'ended' },
  notJson: { code: 'notJson' },
  notShared: { code: 'refusedRows' },
} as const satisfies Record<string, ImportReason>

/** Titles that are kept per reason. */
const maxExamples = 5
/** Different reasons that are kept; a crafted file could have any number. */
const maxReasons = 50
const otherReasons: ImportReason = { code: 'others' }

/** Counts outcomes of conversations, by reason. */
export class ImportTally {
  readonly #skips = new Map<string, ImportSkip>()

  add(reason: ImportReason, title: string | null, count = 1): void {
    this.#merge(reason, { count, examples: title === null ? [] : [title] })
  }

  addAll(skips: readonly ImportSkip[]): void {
    for (const { reason: _reason, count, examples, ...reason } of skips) {
      this.#merge(reason, { count, examples })
    }
  }

  /** The total count. */
  get count(): number {
    let count = 0
    for (const skip of this.#skips.values()) count += skip.count
    return count
  }

  /** The most frequent first. */
  list(): ImportSkip[] {
    return [...this.#skips.values()]
      .map((skip) => ({ ...skip, examples: [...skip.examples] }))
      .toSorted((left, right) => right.count - left.count)
  }

  #merge(reason: ImportReason, { count, examples }: Pick<ImportSkip, 'count' | 'examples'>): void {
    const isRoom = this.#skips.has(importReasonText(reason)) || this.#skips.size < maxReasons
    const counted = isRoom ? reason : otherReasons
    const key = importReasonText(counted)
    const skip = this.#skips.get(key) ?? { ...counted, reason: key, count: 0, examples: [] }
    this.#skips.set(key, skip)
    skip.count += count
    skip.examples.push(...examples.slice(0, Math.max(0, maxExamples - skip.examples.length)))
  }
}

/** A reason in English. */
export function importReasonText({ code, value = '', limit = '', found = '?' }: ImportReason): string {
  return imports[code]
    .replace('{{value}}', () => value)
    .replace('{{limit}}', () => limit)
    .replace('{{found}}', () => found)
}
