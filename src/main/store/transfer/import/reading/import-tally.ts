import type { ImportReason } from '../../../../../shared/store/import-reasons'
import { importReasonText } from '../../parley-format/import-reason-text'
import type { ImportSkip } from '../../../../../shared/store/store'

/** How many titles are kept per reason. */
const maxExamples = 5
/** How many different reasons are kept; a crafted file could have any number. */
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
