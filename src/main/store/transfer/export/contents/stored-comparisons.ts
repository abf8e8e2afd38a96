import type { ComparisonId, MessageId, PaneId, ProjectId, SessionId } from '../../../../../shared/ids'
import { paneLetters } from '../../../../../shared/sessions/sessions'
import type { RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { MergedAnswer, StoredMerge } from '../../../../../shared/merges/merges'
import type { ReadableDatabase } from '../../../database/database'
import type { ComparisonRow } from '../../../comparisons/comparison-rows'
import type { MergeRow } from '../../../comparisons/merge-rows'
import { toVerdict, verdictsOf } from '../../../comparisons/row-verdicts'
import { hiddenCondition } from '../../../sealed/sealed-rows'
import { fromJson } from '../../../database/stored-json'

/** The exported data of a comparison that precedes its panes. */
export interface ComparisonHead {
  id: ComparisonId
  title: string | null
  titleSource: ComparisonRow['title_source']
  pinned: boolean
  archived: boolean
  createdAt: number
  updatedAt: number
  deletedAt: number | null
  /** Its contestants must not be named. */
  isHidden: boolean
  /** When the contestants of a blind comparison were revealed; null in any other. */
  revealedAt: number | null
  panes: StoredPane[]
  /** Oldest first. */
  merges: StoredMergeSession[]
  /** Verdicts of models on conflicts, oldest first. */
  verdicts: RowVerdict[]
}

/** A merge of the comparison; its text is in its session. */
export interface StoredMergeSession extends Pick<StoredMerge, 'kind' | 'instructions' | 'createdAt'> {
  sessionId: SessionId
  answers: MergedAnswer[]
  /** The letters of the merged answers; one whose pane was removed has none. */
  letters: ReadonlyMap<MessageId, string>
}

export interface StoredPane {
  id: PaneId
  /** Index of its letter. */
  letter: number
  sessionId: SessionId
  position: number
  removedAt: number | null
}

const isOfProject = '(:projectId IS NULL OR project_id = :projectId)'

interface PaneRow {
  id: PaneId
  letter: number
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
  readonly #merges
  readonly #verdicts
  readonly #hiddenCount

  constructor(database: ReadableDatabase) {
    this.#all = database.query<{ id: ComparisonId }>(
      `SELECT id FROM comparisons
       WHERE (is_blind = 0 OR revealed_at IS NOT NULL) AND ${isOfProject} AND deleted_at IS NULL ORDER BY rowid`,
    )
    this.#get = database.query<ComparisonRow>('SELECT * FROM comparisons WHERE id = ?')
    this.#panes = database.query<PaneRow>(`
      SELECT panes.id, session_id, coalesce(letter, position % 8) AS letter, position, removed_at
      FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE comparison_id = ? AND sessions.state = 'ready'
        AND removed_at IS NULL AND sessions.deleted_at IS NULL
      ORDER BY position, panes.rowid`)
    this.#merges = database.query<Omit<MergeRow, 'id' | 'comparison_id' | 'model'>>(`
      SELECT session_id, merges.kind, instructions, answers, merges.created_at
      FROM merges JOIN sessions ON sessions.id = merges.session_id
      WHERE merges.removed_at IS NULL AND sessions.state = 'ready'
        AND sessions.deleted_at IS NULL AND comparison_id = ? ORDER BY merges.created_at, merges.rowid`)
    this.#verdicts = verdictsOf(database)
    this.#hiddenCount = database.query<{ count: number }>(
      `SELECT count(*) AS count FROM comparisons WHERE ${hiddenCondition} AND ${isOfProject} AND deleted_at IS NULL`,
    )
  }

  /** The number of comparisons left out, in all or of a project. */
  hiddenCount(projectId: ProjectId | null = null): number {
    return this.#hiddenCount.get({ projectId })?.count ?? 0
  }

  /** All, or those of a project, oldest first. */
  ids(projectId: ProjectId | null = null): ComparisonId[] {
    return this.#all.all({ projectId }).map(({ id }) => id)
  }

  /** Undefined when it does not exist. */
  get(id: ComparisonId): ComparisonHead | undefined {
    const row = this.#get.get(id)
    if (row === undefined) return undefined
    const panes = this.#panes.all(id)
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
      revealedAt: row.is_blind === 1 ? row.revealed_at : null,
      panes: panes.map((pane) => ({
        id: pane.id,
        letter: pane.letter,
        sessionId: pane.session_id,
        position: pane.position,
        removedAt: pane.removed_at,
      })),
      merges: this.#merges
        .all(id)
        .map(({ session_id: sessionId, answers: stored, created_at: createdAt, ...merge }) => {
          const answers = fromJson<MergedAnswer[]>(stored)
          return { ...merge, sessionId, createdAt, answers, letters: lettersOf(answers, panes) }
        }),
      verdicts: this.#verdicts.all(id).map(toVerdict),
    }
  }
}

function lettersOf(answers: readonly MergedAnswer[], panes: readonly PaneRow[]): Map<MessageId, string> {
  const letters = new Map<MessageId, string>()
  for (const { paneId, messageId } of answers) {
    const pane = panes.find(({ id }) => id === paneId)
    const letter = pane === undefined ? undefined : paneLetters[pane.letter]
    if (letter !== undefined) letters.set(messageId, letter)
  }
  return letters
}
