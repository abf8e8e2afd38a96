import { z } from 'zod'

import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, MergeId, SessionId } from '../../../shared/ids'
import { type MergedAnswer, mergeKinds, type StoredMerge } from '../../../shared/merges/merges'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { columnNames, insertionInto, jsonText, optionalText, rowId } from '../database/table'

/** The columns of the table `merges`, without the time of removal. */
const mergeRow = z.object({
  id: rowId<MergeId>(),
  comparison_id: rowId<ComparisonId>(),
  session_id: rowId<SessionId>(),
  kind: z.enum(mergeKinds),
  instructions: optionalText,
  answers: jsonText,
  created_at: z.number(),
})

/** A row with the model of the session of the merge. */
export interface MergeRow extends z.infer<typeof mergeRow> {
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
    const row: z.infer<typeof mergeRow> = {
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
