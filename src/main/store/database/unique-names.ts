import { failure } from '../../../shared/failures/failure'
import { oneLine } from '../../../shared/text/one-line'
import { foldCase } from '../tokenizer/fold-case'
import type { ReadableDatabase } from './database'

/** How many imported rows with the same name are kept. */
const maxNamesakes = 20

const takenReasons = {
  line_ups: 'line-up-name-taken',
  projects: 'project-name-taken',
  prompts: 'prompt-name-taken',
} as const

/** What becomes of an imported row: it gets a name, or nothing changes because an equal row has it. */
type ImportedName<Id> = { name: string } | { equalId: Id }

/** The names in a table with the columns `name` and `folded_name`: each is one line and unique, ignoring case. */
export class UniqueNames<Id extends string> {
  readonly #takenReason
  readonly #named

  constructor(database: ReadableDatabase, table: keyof typeof takenReasons) {
    this.#takenReason = takenReasons[table]
    this.#named = database.query<{ id: Id; name: string }>(
      `SELECT id, name FROM ${table} WHERE folded_name = ?`,
    )
  }

  /** The row with this name. */
  find(name: string): Id | null {
    return this.#named.get(foldCase(oneLine(name)))?.id ?? null
  }

  /** The name as it is stored, for the row with this id or for a new one. @throws INVALID_INPUT another row has it */
  toStored(given: string, id: Id | undefined): string {
    const name = oneLine(given)
    const taken = this.#named.get(foldCase(name))
    if (taken !== undefined && taken.id !== id) {
      throw failure('INVALID_INPUT', this.#takenReason, { field: 'name', name: taken.name })
    }
    return name
  }

  /**
   * The name for an imported row, with a number if rows that are not equal have it; null if it has no name, or too many
   * rows have it.
   */
  toImport(given: string, isEqual: (id: Id) => boolean): ImportedName<Id> | null {
    const name = oneLine(given)
    if (name === '') return null
    for (let number = 1; number <= maxNamesakes; number += 1) {
      const numbered = number === 1 ? name : `${name} (${number})`
      const equalId = this.find(numbered)
      if (equalId === null) return { name: numbered }
      if (isEqual(equalId)) return { equalId }
    }
    return null
  }
}
