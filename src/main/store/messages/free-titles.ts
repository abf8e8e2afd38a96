import type { WritableDatabase } from '../database/database'

/** The longest title that may be entered, in UTF-16 units. */
const maxUnits = 500
/** Not years, which belong to the title. */
const numberAtEnd = / \((?<number>\d{1,3})\)$/

/** Titles that no other chat or comparison has. A number tells copies apart in every language. */
export class FreeTitles {
  readonly #alike

  constructor(database: WritableDatabase) {
    const isAlike = "title IN (:title, :base) OR substr(title, 1, length(:base) + 2) = :base || ' ('"
    this.#alike = database.query<{ title: string }>(`
      SELECT title FROM sessions WHERE kind = 'chat' AND (${isAlike})
      UNION SELECT title FROM comparisons WHERE ${isAlike}`)
  }

  /** `title` if it is free, otherwise with the next number: `Heron (2)`. */
  of(title: string): string {
    const base = title
      .replace(numberAtEnd, '')
      .slice(0, maxUnits - ' (9999)'.length)
      .toWellFormed()
    const taken = new Set(this.#alike.all({ title, base }).map((row) => row.title))
    if (!taken.has(title)) return title
    let number = 2
    for (const other of taken) {
      const used = Number(numberAtEnd.exec(other)?.groups?.['number'] ?? 0)
      if (used >= number && other === `${base} (${used})`) number = used + 1
    }
    while (taken.has(`${base} (${number})`)) number += 1
    return `${base} (${number})`
  }
}
