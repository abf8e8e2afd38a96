import { failure } from '../../../shared/failures/failure'
import { plainWords } from '../../../shared/text/visible-text'
import { foldCase, type ReadableDatabase } from './database'

/** The reasons for refusing a name. */
const refusals = {
  line_ups: { taken: 'line-up-name-taken', missing: 'line-up-without-name' },
  projects: { taken: 'project-name-taken', missing: 'project-without-name' },
  prompts: { taken: 'prompt-name-taken', missing: 'prompt-without-name' },
} as const

/**
 * The names in a table with the columns `name` and `folded_name`: each is one line, without characters that mislead, and
 * unique, ignoring case.
 */
export class UniqueNames<Id extends string> {
  readonly #reasons
  readonly #named

  constructor(database: ReadableDatabase, table: keyof typeof refusals) {
    this.#reasons = refusals[table]
    this.#named = database.query<{ id: Id; name: string }>(
      `SELECT id, name FROM ${table} WHERE folded_name = ?`,
    )
  }

  /** The row with this name. */
  find(name: string): Id | null {
    return this.#named.get(foldCase(plainWords(name)))?.id ?? null
  }

  /**
   * The name as it is stored, for the row with this id or for a new one.
   * @throws INVALID_INPUT another row has it, or none of it can be seen
   */
  toStored(given: string, id: Id | undefined): string {
    const name = plainWords(given)
    if (name === '') throw failure('INVALID_INPUT', this.#reasons.missing, { field: 'name' })
    const taken = this.#named.get(foldCase(name))
    if (taken !== undefined && taken.id !== id) {
      throw failure('INVALID_INPUT', this.#reasons.taken, { field: 'name', name: taken.name })
    }
    return name
  }
}
