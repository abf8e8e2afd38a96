import type { SessionId } from '../../../shared/ids'
import type { Command, ReadableDatabase, WritableDatabase } from '../database/database'
import { isConstraint, type LostMessage, MessageSalvage, type SalvageSources } from './salvage-messages'
import { changeOf, insertionInto, tableColumns } from '../database/table'
import { hiddenCondition, sealedModel, SealedRows } from '../sealed/sealed-rows'
import { insertionOf, repairedSession, type RepairedTable, repairedTables } from './repaired-rows'
import { lastNumberOf, type RawRow, readOrNull, walkByKey, walkByNumber } from './walk-rows'

/** The assumed last row number of a table when nothing reveals it. */
const guessedLastNumber = 100_000

/** The rows that a damaged file added to the target database. */
export interface Salvaged {
  messageCount: number
  sessionCount: number
  lost: LostMessage[]
  isLostComplete: boolean
}

/**
 * Copies every readable row that `target`, an intact database of the newest version, lacks. For mutable rows that both
 * have, such as chats with their titles, the damaged file wins if it `isNewer`. Each row is independent: an unreadable
 * one costs no other.
 */
export function salvage(
  from: SalvageSources,
  target: WritableDatabase,
  options: { isNewer: boolean },
): Salvaged {
  // The user did not decide what was lost: whatever another machine or an archive has is newer.
  return target.versions.paused(() => salvageRows(from, target, options))
}

function salvageRows(
  from: SalvageSources,
  target: WritableDatabase,
  options: { isNewer: boolean },
): Salvaged {
  const leaves = new Map<string, string | null>()
  const before = countOf(target, 'sessions')
  target.transaction(() => salvageSessions(from, target, { ...options, leaves }))
  const messages = new MessageSalvage(target).run(messageRows(from, target), from)
  for (const table of repairedTables) {
    if (table.name === 'sessions' || table.name === 'messages') continue
    target.transaction(() => salvagePlain(from, target, table, options))
  }
  target.transaction(() => {
    placeLeaves(target, leaves, messages.bySession)
    closeWhatIsDone(target)
    leaveLostProjects(target)
    revealContestants(target)
  })
  return {
    messageCount: [...messages.bySession.values()].reduce((sum, count) => sum + count, 0),
    sessionCount: countOf(target, 'sessions') - before,
    lost: messages.lost,
    isLostComplete: messages.isLostComplete,
  }
}

/** The rows of a table from both sources, newer first. */
function rowsByAge(
  { source, carved, isCarvedNewer = false }: SalvageSources,
  target: WritableDatabase,
  table: string,
  key?: readonly string[],
): Iterable<RawRow>[] {
  const read = source === null ? [] : [rowsOf(source, target, table, key)]
  const found = carved === null ? [] : [carved.rows.get(table) ?? []]
  return isCarvedNewer ? [...found, ...read] : [...read, ...found]
}

function* messageRows(from: SalvageSources, target: WritableDatabase): Generator<RawRow, void> {
  for (const rows of rowsByAge(from, target, 'messages')) yield* rows
}

function rowsOf(
  source: ReadableDatabase,
  target: WritableDatabase,
  table: string,
  key: readonly string[] | undefined,
): Iterable<RawRow> {
  if (key !== undefined) return walkByKey(source, table, { columns: '*', key })
  const lastNumber = lastNumberOf(source, table) ?? (lastNumberOf(target, table) ?? 0) + guessedLastNumber
  return walkByNumber(source, table, { columns: '*', lastNumber })
}

function salvageSessions(
  from: SalvageSources,
  target: WritableDatabase,
  { isNewer, leaves }: { isNewer: boolean; leaves: Map<string, string | null> },
): void {
  const known = target.query<{ id: string }>('SELECT id FROM sessions WHERE id = ?')
  const twin = target.query<{ id: string }>('SELECT id FROM sessions WHERE number = ? AND created_at = ?')
  let insert: Command | undefined
  let update: Command | undefined
  const take = (raw: RawRow) => {
    const row = repairedSession(raw)
    // Later rows are older.
    if (row === null || leaves.has(row.id)) return
    const { leaf_id: leafId, ...columns } = row
    if (known.get(row.id) !== undefined) {
      if (!isNewer) return
      const { number: _number, id, kind: _kind, created_at: _createdAt, ...changing } = columns
      update ??= target.command(changeOf('sessions', Object.keys(changing)))
      update.run({ id, ...changing })
    } else if (twin.get(row.number, row.created_at) === undefined) {
      insert ??= target.command(insertionOf('sessions', columns))
      insert.run(columns)
    } else {
      // A twin exists: this is a copy of it under an id changed by damage.
      return
    }
    leaves.set(row.id, leafId)
  }
  for (const rows of rowsByAge(from, target, 'sessions')) for (const raw of rows) take(raw)
}

function salvagePlain(
  from: SalvageSources,
  target: WritableDatabase,
  { name: table, key }: RepairedTable,
  { isNewer }: { isNewer: boolean },
): void {
  const columns = tableColumns(target, table).filter((name) => name !== 'number')
  const isMessage = target.query<{ id: string }>('SELECT id FROM messages WHERE id = ?')
  const take = (rows: Iterable<RawRow>, verb: 'INSERT OR REPLACE' | 'INSERT OR IGNORE') => {
    const command = target.command(insertionInto(table, columns, verb))
    for (const raw of rows) {
      const row = Object.fromEntries(columns.map((column) => [column, sqlValue(raw[column])]))
      const parentId = row['parent_id']
      if (typeof parentId === 'string' && isMessage.get(parentId) === undefined) row['parent_id'] = null
      try {
        command.run(row)
      } catch (error) {
        // Orphaned, or a row of another table.
        if (!isConstraint(error)) throw error
      }
    }
  }
  for (const [age, rows] of rowsByAge(from, target, table, key).entries()) {
    take(rows, isNewer && age === 0 ? 'INSERT OR REPLACE' : 'INSERT OR IGNORE')
  }
}

/** Sets the leaf of each path: its previous one, or the newest remaining message when that is lost. */
function placeLeaves(
  target: WritableDatabase,
  leaves: ReadonlyMap<string, string | null>,
  salvaged: ReadonlyMap<string, number>,
): void {
  const isOfSession = target.query<{ id: string }>('SELECT id FROM messages WHERE id = ? AND session_id = ?')
  const newest = target.query<{ id: string }>(
    'SELECT id FROM messages WHERE session_id = ? ORDER BY number DESC LIMIT 1',
  )
  const move = target.command('UPDATE sessions SET leaf_id = ? WHERE id = ?')
  for (const [sessionId, leafId] of leaves) {
    const isThere = leafId === null || isOfSession.get(leafId, sessionId) !== undefined
    move.run(isThere ? leafId : (newest.get(sessionId)?.id ?? null), sessionId)
  }
  for (const sessionId of salvaged.keys()) {
    if (!leaves.has(sessionId)) move.run(newest.get(sessionId)?.id ?? null, sessionId)
  }
}

/** Closes runs whose answer is stored and dequeues messages whose run has started, so that neither happens twice. */
function closeWhatIsDone(target: WritableDatabase): void {
  const answered = "(SELECT run_id FROM messages WHERE role = 'assistant' AND run_id IS NOT NULL)"
  target.script(`
    UPDATE runs SET state = 'closed', ended_at = coalesce(ended_at, started_at)
      WHERE state = 'open' AND id IN ${answered};
    DELETE FROM run_journal WHERE run_id IN (SELECT id FROM runs WHERE state = 'closed');
    DELETE FROM queued_messages WHERE run_id IN (SELECT id FROM runs) OR run_id IN ${answered}`)
}

/** Chats, comparisons and prompts whose project is lost belong to none; its knowledge is of no use without it. */
function leaveLostProjects(target: WritableDatabase): void {
  for (const table of ['sessions', 'comparisons', 'prompts']) {
    target.script(`
      UPDATE ${table} SET project_id = NULL
      WHERE project_id IS NOT NULL AND project_id NOT IN (SELECT id FROM projects)`)
  }
  target.script('DELETE FROM knowledge_sources WHERE project_id NOT IN (SELECT id FROM projects)')
}

/** Reveals contestants that are still sealed in the snapshot, but whose comparison was revealed later. */
function revealContestants(target: WritableDatabase): void {
  const revealed = target.query<{ id: SessionId; model: string }>(`
    SELECT sessions.id, sessions.model FROM sealed
    JOIN sessions ON sessions.id = sealed.session_id
    JOIN panes ON panes.session_id = sealed.session_id
    JOIN comparisons ON comparisons.id = panes.comparison_id
    WHERE sealed.place = 'sessions' AND NOT (${hiddenCondition})`)
  const sealed = new SealedRows(target)
  for (const { id, model } of revealed.all()) {
    // The settings of the pane may have changed since the reveal.
    if (model !== sealedModel) sealed.removeAll(id, 'sessions')
    sealed.reveal(id)
  }
}

function countOf(database: ReadableDatabase, table: string): number {
  return (
    readOrNull(() => database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).get())
      ?.count ?? 0
  )
}

function sqlValue(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
