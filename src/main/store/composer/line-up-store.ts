import { failure } from '../../../shared/failures/failure'
import type { LineUpId } from '../../../shared/ids'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { LineUp, LineUpPane } from '../../../shared/sessions/line-ups'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import { foldCase, type WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { changeOf, column, columnNames, insertionInto } from '../database/table'
import { UniqueNames } from '../database/unique-names'

/** The columns of the table `line_ups`. */
const lineUpRow = {
  id: column<LineUpId>(),
  name: column<string>(),
  /** The name as it is compared. */
  folded_name: column<string>(),
  panes: column<string>(),
  is_blind: column<number>(),
  updated_at: column<number>(),
}
type LineUpRow = typeof lineUpRow

/** The user's line-ups. */
export class LineUpStore {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #names: UniqueNames<LineUpId>
  readonly #list
  readonly #get
  readonly #insert
  readonly #update
  readonly #remove

  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#names = new UniqueNames(database, 'line_ups')
    const columns = columnNames(lineUpRow)
    this.#list = database.query<LineUpRow>(`SELECT ${columns.join(', ')} FROM line_ups ORDER BY folded_name`)
    this.#get = database.query<LineUpRow>(`SELECT ${columns.join(', ')} FROM line_ups WHERE id = ?`)
    this.#insert = database.command(insertionInto('line_ups', columns))
    this.#update = database.command(changeOf('line_ups', columns))
    this.#remove = database.command('DELETE FROM line_ups WHERE id = ?')
  }

  list(): LineUp[] {
    return this.#list.all().map(toLineUp)
  }

  /** Adds a line-up, or replaces the one with this id. @throws NOT_FOUND; INVALID_INPUT another one has the name */
  save(given: {
    id?: LineUpId
    name: string
    panes: readonly OrUndefined<LineUpPane>[]
    isBlind: boolean
  }): LineUp {
    return this.#database.transaction(() => {
      if (given.id !== undefined) this.#known(given.id)
      return this.#write({ ...given, id: given.id ?? this.#newId<LineUpId>() }, given.id === undefined)
    })
  }

  /** @throws NOT_FOUND; INVALID_INPUT another one has the name */
  rename(id: LineUpId, name: string): LineUp {
    return this.#database.transaction(() => this.#write({ ...this.#known(id), name }, false))
  }

  /** Returns whether there was one. */
  remove(id: LineUpId): boolean {
    return this.#remove.run(id) > 0
  }

  #known(id: LineUpId): LineUp {
    const row = this.#get.get(id)
    if (row === undefined) throw failure('NOT_FOUND', 'line-up', { lineUpId: id })
    return toLineUp(row)
  }

  #write(
    given: Omit<LineUp, 'updatedAt' | 'panes'> & { panes: readonly OrUndefined<LineUpPane>[] },
    isNew: boolean,
  ): LineUp {
    const name = this.#names.toStored(given.name, given.id)
    // As JSON stores them: without absent fields.
    const panes = fromJson<LineUpPane[]>(toJson(given.panes))
    const saved: LineUp = { ...given, name, panes, updatedAt: this.#clock.now() }
    if (isNew) this.#insert.run(toRow(saved))
    else this.#update.run(toRow(saved))
    return saved
  }
}

function toLineUp(row: LineUpRow): LineUp {
  return {
    id: row.id,
    name: row.name,
    panes: fromJson<LineUpPane[]>(row.panes),
    isBlind: row.is_blind === 1,
    updatedAt: row.updated_at,
  }
}

function toRow({ id, name, panes, isBlind, updatedAt }: LineUp): LineUpRow {
  return {
    id,
    name,
    folded_name: foldCase(name),
    panes: toJson(panes),
    is_blind: Number(isBlind),
    updated_at: updatedAt,
  }
}
