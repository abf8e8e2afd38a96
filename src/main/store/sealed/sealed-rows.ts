import type { SessionId } from '../../../shared/ids'
import { failure } from '../../../shared/failures/failure'
import type { RunEventBody } from '../../../shared/runs/events'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { changeOf, insertionInto } from '../database/table'
import { type MessageRow, toMessage } from '../messages/message-rows'
import { endStatus, unknownMetrics } from './shown-answer'

/** Replaces the model of a hidden contestant wherever a model is named. */
export const sealedModel = ''

/** The condition that the contestants of a row of `comparisons` are hidden. */
export const hiddenCondition = 'comparisons.is_blind = 1 AND comparisons.revealed_at IS NULL'

/** The tables whose columns can be sealed. */
export const sealedPlaces = [
  'sessions',
  'runs',
  'run_journal',
  'messages',
  'spending',
  'agent_turns',
  'consents',
  'tool_consents',
  'file_edits',
] as const

export type SealedPlace = (typeof sealedPlaces)[number]

type Columns = Readonly<Record<string, string | number | null>>

/**
 * The table `sealed`: what only the reveal of a blind comparison may show. The session of a hidden contestant has an entry
 * for its own row, so everything that its runs store about it is sealed, too.
 */
export class SealedRows {
  readonly #database: WritableDatabase
  readonly #isSealed
  readonly #get
  readonly #list
  readonly #put
  readonly #remove
  readonly #removeAll
  readonly #clear
  readonly #count
  readonly #searchAgain
  readonly #isOpen

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#isSealed = database.query("SELECT 1 FROM sealed WHERE session_id = ? AND place = 'sessions'")
    this.#get = database.query<{ columns: string }>(
      'SELECT columns FROM sealed WHERE session_id = ? AND place = ? AND row_id = ?',
    )
    this.#list = database.query<{ columns: string }>(
      'SELECT columns FROM sealed WHERE session_id = ? AND place = ? ORDER BY number',
    )
    this.#put = database.command(`
      INSERT INTO sealed (session_id, place, row_id, columns) VALUES (:sessionId, :place, :rowId, :columns)
      ON CONFLICT DO UPDATE SET columns = excluded.columns`)
    this.#remove = database.command('DELETE FROM sealed WHERE session_id = ? AND place = ? AND row_id = ?')
    this.#removeAll = database.command('DELETE FROM sealed WHERE session_id = ? AND place = ?')
    this.#count = database.query<{ count: number }>(
      'SELECT count(*) AS count FROM sealed WHERE session_id = ? AND place = ?',
    )
    this.#isOpen = database.query("SELECT 1 FROM runs WHERE id = ? AND state = 'open'")
    this.#searchAgain = database.command(
      'INSERT OR IGNORE INTO search_updates (number) SELECT number FROM messages WHERE id = ?',
    )
    this.#clear = database.command('DELETE FROM sealed WHERE session_id = ?')
  }

  /** The contestant of this session is hidden. */
  has(sessionId: SessionId): boolean {
    return this.#isSealed.get(sessionId) !== undefined
  }

  /** @throws INVALID_INPUT the contestant of this session is hidden */
  assertNone(sessionId: SessionId): void {
    if (this.has(sessionId)) throw contestantsHidden()
  }

  get<Row extends object>(sessionId: SessionId, place: SealedPlace, rowId: string): Partial<Row> | null {
    const found = this.#get.get(sessionId, place, rowId)
    return found === undefined ? null : fromJson<Partial<Row>>(found.columns)
  }

  /** Lists the rows in the order in which they were sealed. */
  list<Row extends object>(sessionId: SessionId, place: SealedPlace): Row[] {
    return this.#list.all(sessionId, place).map(({ columns }) => fromJson<Row>(columns))
  }

  put(sessionId: SessionId, place: SealedPlace, rowId: string, columns: object): void {
    this.#database.erasing(() => this.#put.run({ sessionId, place, rowId, columns: toJson(columns) }))
  }

  count(sessionId: SessionId, place: SealedPlace): number {
    return this.#count.get(sessionId, place)?.count ?? 0
  }

  remove(sessionId: SessionId, place: SealedPlace, rowId: string): void {
    this.#database.erasing(() => this.#remove.run(sessionId, place, rowId))
  }

  removeAll(sessionId: SessionId, place: SealedPlace): void {
    this.#database.erasing(() => this.#removeAll.run(sessionId, place))
  }

  /** Writes what is sealed of this session to its rows, within the caller's transaction. */
  reveal(sessionId: SessionId): void {
    for (const columns of this.list<Columns>(sessionId, 'sessions')) this.#update('sessions', columns)
    for (const columns of this.list<Columns>(sessionId, 'runs')) this.#update('runs', columns)
    for (const row of this.list<MessageRow>(sessionId, 'messages')) {
      const isStored = this.#update('messages', { ...row })
      if (isStored) this.#searchAgain.run(row.id)
      // Its round has not ended, so its run is still open.
      else this.#insertJournal({ run_id: row.run_id, chunk: 1, events: toJson(eventsOf(row)) })
    }
    for (const columns of this.list<Columns>(sessionId, 'run_journal')) this.#insertJournal(columns)
    for (const place of ['agent_turns', 'consents', 'tool_consents', 'file_edits'] as const) {
      for (const columns of this.list<Columns>(sessionId, place)) this.#insert(place, columns)
    }
    // A trigger moves what was spent to the ledger.
    this.#clear.run(sessionId)
  }

  /** Returns whether there is such a row. */
  #update(table: string, columns: Columns): boolean {
    const names = Object.keys(columns).filter((name) => name !== 'id')
    return this.#database.command(changeOf(table, names)).run({ ...columns }) > 0
  }

  /** A repair may have lost the run. */
  #insertJournal(columns: Columns): void {
    if (this.#isOpen.get(columns['run_id'] ?? null) !== undefined) this.#insert('run_journal', columns)
  }

  #insert(table: string, columns: Columns): void {
    this.#database
      .command(insertionInto(table, Object.keys(columns), 'INSERT OR REPLACE'))
      .run({ ...columns })
  }
}

/** A journal with a whole answer that has ended. */
function eventsOf(row: MessageRow): RunEventBody[] {
  const { parts, usage, status, stopReason = 'end', metrics = unknownMetrics, receipt } = toMessage(row)
  const end = { type: 'run-end' as const, status: endStatus[status], reason: stopReason, metrics }
  return [
    { type: 'continued', parts, ...(usage === undefined ? {} : { usage }) },
    receipt === undefined ? end : { ...end, receipt },
  ]
}

/** The error of a request that a hidden contestant does not allow. */
export function contestantsHidden() {
  return failure('INVALID_INPUT', 'contestants-hidden')
}
