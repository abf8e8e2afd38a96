import type { SetRunId } from '../../../../../shared/ids'
import type { LineUpModel } from '../../../../../shared/sets/sets'
import type { ReadableDatabase } from '../../../database/database'
import { fromJson } from '../../../database/stored-json'
import { cellAnswers } from '../../../sets/set-cells'
import type { RunPrompt } from '../../../sets/set-run-store'

/** A run of a prompt set; its answers are read on demand. */
export interface StoredSetRun {
  id: SetRunId
  name: string
  models: LineUpModel[]
  prompts: RunPrompt[]
  repeats: number
  startedAt: number
  endedAt: number | null
  /** The answers of the cells numbered from `from` to below `to`. */
  answers: (from: number, to: number) => ReturnType<typeof cellAnswers>
}

/** The run; undefined when it does not exist or its set was deleted. */
export function storedSetRun(database: ReadableDatabase, id: SetRunId): StoredSetRun | undefined {
  const row = database
    .query<{
      name: string
      models: string
      prompts: string
      repeats: number
      started_at: number
      ended_at: number | null
    }>(`
      SELECT set_runs.name, models, prompts, repeats, started_at, ended_at
      FROM set_runs JOIN prompt_sets ON prompt_sets.id = set_id
      WHERE set_runs.id = ? AND prompt_sets.deleted_at IS NULL`)
    .get(id)
  if (row === undefined) return undefined
  return {
    id,
    name: row.name,
    models: fromJson<LineUpModel[]>(row.models),
    prompts: fromJson<RunPrompt[]>(row.prompts),
    repeats: row.repeats,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    answers: (from, to) => cellAnswers(database, id, { from, to }),
  }
}
