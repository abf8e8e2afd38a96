import { bundleFile } from '../../parley-format/parley-bundle'
import type { ReadArchiveItem } from '../formats/imported-conversation'
import type { ImportTally } from './import-tally'

/** Lists that a file has in several pieces. */
const inPieces: ReadonlySet<string> = new Set([
  bundleFile.votes,
  bundleFile.keptVotes,
  bundleFile.setAnswers,
  bundleFile.setBallots,
])

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
