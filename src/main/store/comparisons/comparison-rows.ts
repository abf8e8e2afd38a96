import { z } from 'zod'

import type { ComparisonId, PaneId, ProjectId, SessionId } from '../../../shared/ids'
import { changeOf, columnNames, flag, insertionInto, optionalText, rowId, textOf } from '../database/table'
import type { ComparisonSummary } from '../../../shared/sessions/sessions'
import type { ReadableDatabase, WritableDatabase } from '../database/database'

/** The columns of the table `comparisons`; each `catch` is the value in a new row. */
const comparisonRow = z.object({
  id: rowId<ComparisonId>(),
  title: optionalText,
  title_source: z.enum(['none', 'auto', 'user']).catch('none'),
  pinned: flag,
  archived: flag,
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: z.number().nullable().catch(null),
  is_blind: flag,
  revealed_at: z.number().nullable().catch(null),
  project_id: textOf<ProjectId>(),
  is_local: flag,
})
export type ComparisonRow = z.infer<typeof comparisonRow>

const columns = columnNames(comparisonRow.shape)

/** The row of a new comparison: untitled, not blind and in no project, unless the given columns say otherwise. */
export function newComparisonRow(
  given: Pick<ComparisonRow, 'id' | 'created_at'> & Partial<ComparisonRow>,
): ComparisonRow {
  return comparisonRow.parse({ updated_at: given.created_at, ...given })
}

/** The title of a comparison without one. */
export const untitledComparison = 'New comparison'

/** A visible pane: neither it, nor its session, nor its comparison was deleted. */
interface PaneRow {
  id: PaneId
  comparison_id: ComparisonId
  session_id: SessionId
  /** From 0. */
  letter: number
  /** 1 if its latest answer is a copy of a merge. */
  is_merge: number
}

/** A pane that was removed and is not erased yet. */
interface RemovedPaneRow extends PaneRow {
  model: string
  removed_at: number
  message_count: number
}

/** A comparison in the list; the leases of its sessions know whether it is running. */
export type ListedComparison = Omit<ComparisonSummary, 'running'>

/** Up to `limit` comparisons, of one project unless it is null. */
interface ListPage {
  limit: number
  projectId: ProjectId | null
}

interface SummaryRow {
  id: ComparisonId
  title: string | null
  pinned: number
  archived: number
  created_at: number
  changed_at: number
  deleted_at: number | null
  project_id: ProjectId | null
  is_local: number
  pane_count: number
}

/**
 * The statements for the tables `comparisons` and `panes`. They exclude deleted comparisons unless documented
 * otherwise.
 */
export class ComparisonRows {
  readonly #get
  readonly #getDeleted
  readonly #restoreSessions
  readonly #summary
  readonly #list
  readonly #binned
  readonly #insert
  readonly #update
  readonly #panes
  readonly #allSessions
  readonly #paneById
  readonly #paneOfSession
  readonly #insertPane
  readonly #placePane
  readonly #removePane
  readonly #removedPane
  readonly #removedPanes
  readonly #formerPlace
  readonly #restorePane
  readonly #restoreSession

  constructor(database: WritableDatabase) {
    this.#get = database.query<ComparisonRow>('SELECT * FROM comparisons WHERE id = ? AND deleted_at IS NULL')
    this.#getDeleted = database.query<ComparisonRow>(
      'SELECT * FROM comparisons WHERE id = ? AND deleted_at IS NOT NULL',
    )
    this.#restoreSessions = database.command(`
      UPDATE sessions SET deleted_at = NULL
      WHERE id IN (SELECT session_id FROM panes WHERE comparison_id = :id AND removed_at IS NULL)
        OR id IN (SELECT session_id FROM merges WHERE comparison_id = :id AND removed_at IS NULL)`)
    this.#summary = summaryQuery(database, 'comparisons.deleted_at IS NULL AND comparisons.id = ?')
    this.#list = summaryQuery(
      database,
      `comparisons.deleted_at IS NULL AND comparisons.archived = :archived AND ${isOfProject}`,
      'ORDER BY comparisons.pinned DESC, changed_at DESC, comparisons.id DESC LIMIT :limit',
    )
    this.#binned = summaryQuery(
      database,
      `comparisons.deleted_at IS NOT NULL AND ${isOfProject}`,
      'ORDER BY comparisons.deleted_at DESC, comparisons.id DESC LIMIT :limit',
    )
    this.#insert = database.command(insertionInto('comparisons', columns))
    const changing = columns.filter((column) => !['created_at', 'is_blind'].includes(column))
    this.#update = database.command(changeOf('comparisons', changing))
    this.#panes = paneQuery(database, 'panes.comparison_id = ?')
    this.#allSessions = database.query<{ id: SessionId }>(
      'SELECT session_id AS id FROM panes WHERE comparison_id = ?',
    )
    this.#paneById = paneQuery(database, 'panes.id = ?')
    this.#paneOfSession = paneQuery(database, 'panes.session_id = ?')
    this.#insertPane = database.command(`
      INSERT INTO panes (id, comparison_id, session_id, letter, position)
      SELECT :id, :comparison_id, :session_id, :letter, coalesce(max(position) + 1, 0)
      FROM panes WHERE comparison_id = :comparison_id`)
    this.#placePane = database.command('UPDATE panes SET position = ? WHERE id = ?')
    this.#removePane = database.command('UPDATE panes SET removed_at = ? WHERE id = ?')
    this.#removedPane = database.query<PaneRow>(`
      SELECT ${paneColumns} FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE panes.id = ? AND panes.removed_at IS NOT NULL AND sessions.state = 'ready'`)
    this.#removedPanes = database.query<RemovedPaneRow>(`
      SELECT ${paneColumns}, sessions.model, panes.removed_at,
        (SELECT count(*) FROM messages WHERE messages.session_id = sessions.id) AS message_count
      FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE panes.comparison_id = ? AND panes.removed_at IS NOT NULL AND sessions.state = 'ready'
      ORDER BY panes.removed_at DESC, panes.position`)
    this.#formerPlace = database.query<{ place: number }>(`
      SELECT count(*) AS place FROM panes JOIN panes AS removed USING (comparison_id)
      WHERE removed.id = ? AND panes.removed_at IS NULL AND panes.position < removed.position`)
    this.#restorePane = database.command('UPDATE panes SET removed_at = NULL, letter = ? WHERE id = ?')
    this.#restoreSession = database.command('UPDATE sessions SET deleted_at = NULL WHERE id = ?')
  }

  get(id: ComparisonId): ComparisonRow | undefined {
    return this.#get.get(id)
  }

  getDeleted(id: ComparisonId): ComparisonRow | undefined {
    return this.#getDeleted.get(id)
  }

  /** Restores the sessions of the panes and merges that the comparison had when it was deleted. */
  restoreSessions(id: ComparisonId): void {
    this.#restoreSessions.run({ id })
  }

  summary(id: ComparisonId): ListedComparison | undefined {
    const row = this.#summary.get(id)
    return row === undefined ? undefined : toSummary(row)
  }

  /** Pinned first, then by last change. */
  list({ isArchived, ...page }: ListPage & { isArchived: boolean }): ListedComparison[] {
    return this.#list.all({ archived: isArchived ? 1 : 0, ...page }).map(toSummary)
  }

  /** Last deleted first. */
  binned(page: ListPage): ListedComparison[] {
    return this.#binned.all({ ...page }).map(toSummary)
  }

  insert(row: ComparisonRow): void {
    this.#insert.run(row)
  }

  /** Writes every mutable column of the row. */
  update(row: ComparisonRow): void {
    this.#update.run(row)
  }

  /** The sessions of all panes, including removed ones. */
  allSessions(id: ComparisonId): SessionId[] {
    return this.#allSessions.all(id).map((row) => row.id)
  }

  /** The panes in order. */
  panes(id: ComparisonId): PaneRow[] {
    return this.#panes.all(id)
  }

  paneById(id: PaneId): PaneRow | undefined {
    return this.#paneById.get(id)
  }

  paneOfSession(id: SessionId): PaneRow | undefined {
    return this.#paneOfSession.get(id)
  }

  /** Adds the pane at the end. */
  insertPane(row: Omit<PaneRow, 'is_merge'>): void {
    this.#insertPane.run({ ...row })
  }

  placePane(id: PaneId, position: number): void {
    this.#placePane.run(position, id)
  }

  removePane(id: PaneId, removedAt: number): void {
    this.#removePane.run(removedAt, id)
  }

  /** Last removed first. */
  removedPanes(id: ComparisonId): RemovedPaneRow[] {
    return this.#removedPanes.all(id)
  }

  /** A pane that was removed and is not erased yet. */
  removedPane(id: PaneId): PaneRow | undefined {
    return this.#removedPane.get(id)
  }

  /** Restores a removed pane with its session. Returns its former position among the current panes. */
  restorePane({ id, session_id, letter }: PaneRow): number {
    const place = this.#formerPlace.get(id)?.place ?? 0
    this.#restorePane.run(letter, id)
    this.#restoreSession.run(session_id)
    return place
  }
}

const isOfProject = '(:projectId IS NULL OR comparisons.project_id = :projectId)'

/** An answer with a run is not a copy, so its parts need not be read. */
const isMerge = `EXISTS (
  SELECT 1 FROM messages
  JOIN json_each(CASE WHEN run_id IS NULL AND json_valid(parts) THEN parts ELSE '[]' END) AS part
  WHERE messages.id = sessions.leaf_id AND messages.role = 'assistant'
    AND json_type(part.value, '$.statements') IS NOT NULL)`

const paneColumns = `panes.id, panes.comparison_id, panes.session_id,
  coalesce(panes.letter, panes.position % 8) AS letter, ${isMerge} AS is_merge`

function toSummary(row: SummaryRow): ListedComparison {
  return {
    id: row.id,
    title: row.title ?? untitledComparison,
    paneCount: row.pane_count,
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    ...(row.project_id === null ? {} : { projectId: row.project_id }),
    ...(row.is_local === 1 ? { isLocal: true as const } : {}),
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
  }
}

/** A change in a pane counts as a change of its comparison. Panes of a deleted comparison are deleted with it. */
function summaryQuery(database: ReadableDatabase, filter: string, order = '') {
  return database.query<SummaryRow>(`
    SELECT comparisons.id, comparisons.title, comparisons.pinned, comparisons.archived, comparisons.created_at,
      comparisons.deleted_at, comparisons.project_id, comparisons.is_local, count(sessions.id) AS pane_count,
      max(comparisons.updated_at, coalesce(max(sessions.updated_at), 0)) AS changed_at
    FROM comparisons
    LEFT JOIN panes ON panes.comparison_id = comparisons.id AND panes.removed_at IS NULL
    LEFT JOIN sessions ON sessions.id = panes.session_id
      AND (sessions.deleted_at IS NULL OR comparisons.deleted_at IS NOT NULL)
    WHERE ${filter}
    GROUP BY comparisons.id ${order}`)
}

function paneQuery(database: ReadableDatabase, filter: string) {
  return database.query<PaneRow>(`
    SELECT ${paneColumns}
    FROM panes
    JOIN comparisons ON comparisons.id = panes.comparison_id
    JOIN sessions ON sessions.id = panes.session_id
    WHERE ${filter} AND panes.removed_at IS NULL AND comparisons.deleted_at IS NULL
      AND sessions.deleted_at IS NULL
    ORDER BY panes.position`)
}
