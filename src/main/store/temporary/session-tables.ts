import type { SessionId } from '../../../shared/ids'
import { invariant } from '../../../shared/invariant'
import type { WritableDatabase } from '../database/database'
import { insertionInto } from '../database/table'

type Row = Record<string, string | number | null>

/** The tables with rows of a chat, in the order in which they refer to each other, and which rows belong to it. */
const tables = [
  { name: 'messages', rows: 'messages.session_id = ?', order: 'messages.number' },
  { name: 'runs', rows: 'runs.session_id = ?', order: 'runs.started_at' },
  {
    name: 'run_journal',
    rows: 'run_journal.run_id IN (SELECT id FROM runs WHERE session_id = ?)',
    order: 'run_journal.run_id, run_journal.chunk',
  },
  { name: 'queued_messages', rows: 'queued_messages.session_id = ?', order: 'queued_messages.number' },
  { name: 'tool_consents', rows: 'tool_consents.session_id = ?', order: 'tool_consents.id' },
  { name: 'file_edits', rows: 'file_edits.session_id = ?', order: 'file_edits.at, file_edits.rowid' },
] as const

/** The names of the tables that `copySession` and `eraseSession` know, with that of the session itself. */
export const sessionTables: readonly string[] = ['sessions', ...tables.map(({ name }) => name)]

/**
 * Copies a session with its messages, runs, journals, queue and decisions about tools from one database to another,
 * where each row gets a new number. All or nothing. @throws STORE_FULL, STORE_DAMAGED
 */
export function copySession(from: WritableDatabase, to: WritableDatabase, id: SessionId): void {
  const session = from.query<Row>('SELECT * FROM sessions WHERE id = ?').get(id)
  invariant(session !== undefined, 'a session that is copied has a row')
  to.transaction(() => {
    // The leaf is a message, and messages refer to their session.
    insertAll(to, 'sessions', [{ ...session, leaf_id: null }])
    for (const { name, rows, order } of tables) {
      insertAll(to, name, from.query<Row>(`SELECT * FROM ${name} WHERE ${rows} ORDER BY ${order}`).all(id))
    }
    to.command('UPDATE sessions SET leaf_id = ? WHERE id = ?').run(session['leaf_id'] ?? null, id)
  })
}

/** Erases a session with everything that `copySession` copies. */
export function eraseSession(database: WritableDatabase, id: SessionId): void {
  database.transaction(() => {
    database.command('UPDATE sessions SET leaf_id = NULL WHERE id = ?').run(id)
    for (const name of [
      'run_journal',
      'runs',
      'queued_messages',
      'tool_consents',
      'file_edits',
      'messages',
    ] as const) {
      const rows = tables.find((table) => table.name === name)?.rows
      invariant(rows !== undefined, 'a table of a session is known')
      database.command(`DELETE FROM ${name} WHERE ${rows}`).run(id)
    }
    database.command('DELETE FROM sessions WHERE id = ?').run(id)
  })
}

function insertAll(database: WritableDatabase, table: string, rows: readonly Row[]): void {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).filter((column) => column !== 'number')
  const insert = database.command(insertionInto(table, columns))
  for (const { number: _number, ...row } of rows) insert.run(row)
}
