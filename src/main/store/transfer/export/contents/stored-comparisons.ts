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
import { cellOfOrigin, type CellOrigin } from '../../../votes/original-answers'
import type { ParleyMerge } from '../../parley-format/parley-archive'
import type { ParleyPlace, ParleyVerdict } from '../../parley-format/parley-places'

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
  /** The name of its project; null without one, and where files contain no projects. */
  project: string | null
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

/** Where a message is in the file of its comparison; null when it is not in it. */
export type PlaceOf = (id: MessageId) => ParleyPlace | null

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
  /** The answer of a run that its first answer is a copy of. */
  copyOf: CellOrigin | null
}

const isOfProject = '(:projectId IS NULL OR project_id = :projectId)'

interface PaneRow {
  id: PaneId
  letter: number
  session_id: SessionId
  position: number
  removed_at: number | null
  origin: string | null
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
  readonly #position

  /** `isWhole` includes the trash and removed panes; `hasProjects`, the names of projects. */
  constructor(
    database: ReadableDatabase,
    { isWhole, hasProjects }: { isWhole: boolean; hasProjects: boolean },
  ) {
    this.#all = database.query<{ id: ComparisonId }>(
      `SELECT id FROM comparisons
       WHERE (is_blind = 0 OR revealed_at IS NOT NULL) AND ${isOfProject} ${isWhole ? '' : 'AND deleted_at IS NULL'} ORDER BY rowid`,
    )
    const project = hasProjects ? '(SELECT name FROM projects WHERE id = project_id)' : 'NULL'
    this.#get = database.query<ComparisonRow & { project_name: string | null }>(
      `SELECT *, ${project} AS project_name FROM comparisons WHERE id = ?`,
    )
    this.#panes = database.query<PaneRow>(`
      SELECT panes.id, session_id, coalesce(letter, position % 8) AS letter, position, removed_at, origin
      FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE comparison_id = ? AND sessions.state = 'ready'
        ${isWhole ? '' : 'AND removed_at IS NULL AND sessions.deleted_at IS NULL'}
      ORDER BY position, panes.rowid`)
    const merges = `FROM merges JOIN sessions ON sessions.id = merges.session_id
      WHERE merges.removed_at IS NULL AND sessions.state = 'ready'
        ${isWhole ? '' : 'AND sessions.deleted_at IS NULL'}`
    this.#merges = database.query<Omit<MergeRow, 'id' | 'comparison_id' | 'model'>>(
      `SELECT session_id, merges.kind, instructions, answers, merges.created_at ${merges}
        AND comparison_id = ? ORDER BY merges.created_at, merges.rowid`,
    )
    this.#verdicts = verdictsOf(database)
    this.#hiddenCount = database.query<{ count: number }>(
      `SELECT count(*) AS count FROM comparisons WHERE ${hiddenCondition} AND ${isOfProject} ${isWhole ? '' : 'AND deleted_at IS NULL'}`,
    )
    this.#position = database.query<{ session_id: SessionId; position: number }>(`
      SELECT session_id, (
        SELECT count(*) FROM messages AS others
        WHERE others.session_id = messages.session_id AND others.number <= messages.number
      ) AS position
      FROM messages WHERE id = ?`)
  }

  /** The number of comparisons left out, in all or of a project. */
  hiddenCount(projectId: ProjectId | null = null): number {
    return this.#hiddenCount.get({ projectId })?.count ?? 0
  }

  /** Finds messages in the files of these panes. */
  places(panes: readonly Pick<StoredPane, 'sessionId'>[]): PlaceOf {
    const known = new Map<MessageId, ParleyPlace | null>()
    const find: PlaceOf = (id) => {
      const row = this.#position.get(id)
      const pane = row === undefined ? -1 : panes.findIndex(({ sessionId }) => sessionId === row.session_id)
      return row === undefined || pane === -1 ? null : { pane, message: `m${row.position}` }
    }
    return (id) => {
      const place = known.get(id) ?? (known.has(id) ? null : find(id))
      known.set(id, place)
      return place
    }
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
      project: row.project_name,
      isHidden: row.is_blind === 1 && row.revealed_at === null,
      revealedAt: row.is_blind === 1 ? row.revealed_at : null,
      panes: panes.map((pane) => ({
        id: pane.id,
        letter: pane.letter,
        sessionId: pane.session_id,
        position: pane.position,
        removedAt: pane.removed_at,
        copyOf: cellOfOrigin(pane.origin ?? ''),
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

/** The merges as a file names them. */
export function parleyMerges(merges: readonly StoredMergeSession[], placeOf: PlaceOf): ParleyMerge[] {
  return merges.map(({ kind, instructions, createdAt, answers }) => ({
    kind,
    instructions,
    createdAt,
    answers: answers.flatMap(({ messageId }) => placeOf(messageId) ?? []),
  }))
}

/** The verdicts as a file names them, without those on messages that are not in it. */
export function parleyVerdicts(verdicts: readonly RowVerdict[], placeOf: PlaceOf): ParleyVerdict[] {
  return verdicts.flatMap(({ passages, model, judgement, judgedAt }) => {
    const placed = passages.flatMap(({ messageId, range }) => {
      const place = placeOf(messageId)
      return place === null ? [] : [{ ...place, range }]
    })
    return placed.length === passages.length ? [{ passages: placed, model, judgement, judgedAt }] : []
  })
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
