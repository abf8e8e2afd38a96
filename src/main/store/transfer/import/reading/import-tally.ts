import type { ImportReason } from '../../../../../shared/store/import-reasons'
import { importReasonText } from '../../parley-format/import-reason-text'
import type { ImportSkip } from '../../../../../shared/store/store'
import { bundleFile } from '../../parley-format/parley-bundle'
import type { ReadArchiveItem } from '../formats/imported-conversation'

/** Titles that are kept per reason. */
const maxExamples = 5
/** Different reasons that are kept; a crafted file could have any number. */
const maxReasons = 50
const otherReasons: ImportReason = { code: 'others' }

/** Lists that a file has in several pieces. */
const inPieces: ReadonlySet<string> = new Set([
  bundleFile.votes,
  bundleFile.keptVotes,
  bundleFile.setAnswers,
  bundleFile.setBallots,
])

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

/**
 * Numbers the rows that are left out as someone reading the file would count them: from 1, across the pieces of a list.
 */
export class BadRows {
  readonly #before = new Map<string, number>()

  /** The following lists are new ones. */
  startFile(): void {
    this.#before.clear()
  }

  /** Adds the bad rows to `skipped`, each as an example with its number and what is wrong. */
  note({ item, title, badRows, rowCount }: ReadArchiveItem, skipped: ImportTally): void {
    const { format } = item
    if (format === bundleFile.setRun) this.#before.clear()
    const before = this.#before.get(format) ?? 0
    for (const { code, at, field } of badRows) {
      const number = String(before + at + 1)
      const row = field === '' ? number : `${number}: ${field}`
      skipped.add({ code }, title === null ? row : `${title}, ${row}`)
    }
    if (inPieces.has(format)) this.#before.set(format, before + rowCount)
  }
}
