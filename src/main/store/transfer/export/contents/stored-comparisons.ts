import type { ComparisonId, PaneId, SessionId } from '../../../../../shared/ids'
import type { ReadableDatabase } from '../../../database/database'
import type { ComparisonRow } from '../../../comparisons/comparison-row'
import type { TitleSource } from '../../../sessions/session-rows'

/** The exported data of a comparison that precedes its panes. */
export interface ComparisonHead {
  id: ComparisonId
  title: string | null
  titleSource: TitleSource
  pinned: boolean
  archived: boolean
  createdAt: number
  updatedAt: number
  deletedAt: number | null
  /** Whether its contestants may not be named. */
  isHidden: boolean
  panes: StoredPane[]
}

export interface StoredPane {
  id: PaneId
  sessionId: SessionId
  position: number
  removedAt: number | null
}

interface PaneRow {
  id: PaneId
  session_id: SessionId
  position: number
  removed_at: number | null
}

/**
 * Reads comparisons; the contents of their panes are read as chats. Those whose contestants are hidden are left out: a
 * file names the models.
 */
export class StoredComparisons {
  readonly #all
  readonly #get
  readonly #panes

  /** `isWhole` includes the trash and removed panes. */
  constructor(database: ReadableDatabase, { isWhole }: { isWhole: boolean }) {
    this.#all = database.query<{ id: ComparisonId }>(
      `SELECT id FROM comparisons
       WHERE (is_blind = 0 OR revealed_at IS NOT NULL) ${isWhole ? '' : 'AND deleted_at IS NULL'} ORDER BY rowid`,
    )
    this.#get = database.query<ComparisonRow>('SELECT * FROM comparisons WHERE id = ?')
    this.#panes = database.query<PaneRow>(`
      SELECT panes.id, session_id, position, removed_at FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE comparison_id = ? AND sessions.state = 'ready'
        ${isWhole ? '' : 'AND removed_at IS NULL AND sessions.deleted_at IS NULL'}
      ORDER BY position, panes.rowid`)
  }

  /** Oldest first. */
  ids(): ComparisonId[] {
    return this.#all.all().map(({ id }) => id)
  }

  /** Undefined when it does not exist. */
  get(id: ComparisonId): ComparisonHead | undefined {
    const row = this.#get.get(id)
    if (row === undefined) return undefined
    return {
      id: row.id,
      title: row.title,
      titleSource: row.title_source,
      pinned: row.pinned === 1,
      archived: row.archived === 1,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: row.deleted_at,
      isHidden: row.is_blind === 1 && row.revealed_at === null,
      panes: this.#panes.all(id).map((pane) => ({
        id: pane.id,
        sessionId: pane.session_id,
        position: pane.position,
        removedAt: pane.removed_at,
      })),
    }
  }
}
