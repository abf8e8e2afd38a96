import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, MergeId, SessionId } from '../../../shared/ids'
import type { MergedAnswer, StoredMerge, MergeKind } from '../../../shared/merges/merges'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'

/** The columns of the table `merges`, without the time of removal. */
const mergeRow = {
  id: column<MergeId>(),
  comparison_id: column<ComparisonId>(),
  session_id: column<SessionId>(),
  kind: column<MergeKind>(),
  instructions: column<string | null>(),
  answers: column<string>(),
  created_at: column<number>(),
}

/** A row with the model of the session of the merge. */
export type MergeRow = typeof mergeRow & {
  model: string
}

/** The statements for the table `merges`. They exclude removed merges, and those whose session was deleted. */
export class MergeRows {
  readonly #insert
  readonly #get
  readonly #list
  readonly #ofSession
  readonly #remove

  constructor(database: WritableDatabase) {
    this.#insert = database.command(insertionInto('merges', columnNames(mergeRow)))
    this.#get = database.query<MergeRow>(select('merges.id = ?'))
    this.#list = database.query<MergeRow>(select('merges.comparison_id = ?'))
    this.#ofSession = database.query<MergeRow>(select('merges.session_id = ?'))
    this.#remove = database.command('UPDATE merges SET removed_at = ? WHERE id = ?')
  }

  /** The model of a merge is that of its session. */
  insert(merge: StoredMerge): void {
    const row: typeof mergeRow = {
      id: merge.mergeId,
      comparison_id: merge.comparisonId,
      session_id: merge.sessionId,
      kind: merge.kind,
      instructions: merge.instructions,
      answers: toJson(merge.answers),
      created_at: merge.createdAt,
    }
    this.#insert.run(row)
  }

  /** @throws NOT_FOUND */
  get(id: MergeId): StoredMerge {
    const row = this.#get.get(id)
    if (row === undefined) throw failure('NOT_FOUND', 'merge', { mergeId: id })
    return toMerge(row)
  }

  /** Newest first. */
  list(id: ComparisonId): StoredMerge[] {
    return this.#list.all(id).map(toMerge)
  }

  /** The comparison whose merge this session belongs to, if any. */
  ofSession(id: SessionId): ComparisonId | null {
    return this.#ofSession.get(id)?.comparison_id ?? null
  }

  remove(id: MergeId, removedAt: number): void {
    this.#remove.run(removedAt, id)
  }
}

function select(filter: string): string {
  return `
    SELECT merges.*, sessions.model FROM merges JOIN sessions ON sessions.id = merges.session_id
    WHERE ${filter} AND merges.removed_at IS NULL AND sessions.deleted_at IS NULL AND sessions.state = 'ready'
    ORDER BY merges.created_at DESC, merges.rowid DESC`
}

function toMerge(row: MergeRow): StoredMerge {
  return {
    mergeId: row.id,
    comparisonId: row.comparison_id,
    sessionId: row.session_id,
    model: row.model,
    kind: row.kind,
    instructions: row.instructions,
    answers: fromJson<MergedAnswer[]>(row.answers),
    createdAt: row.created_at,
  }
}
