import type { SetRunId } from '../../../shared/ids'
import type { WritableDatabase } from '../database/database'
import { toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'

/** `new`: nothing was sent; `sent`: the provider may have it, and has it if there is a handle; `over`: nothing is open. */
export const batchStates = ['new', 'sent', 'over'] as const
type BatchState = (typeof batchStates)[number]

/** The columns of the table `set_batches`. */
const batchRow = {
  id: column<string>(),
  run_id: column<SetRunId>(),
  model: column<number>(),
  state: column<BatchState>(),
  prepared: column<string>(),
  handle: column<string | null>(),
  is_cancelled: column<number>(),
  created_at: column<number>(),
}

/** Cells that are asked together. */
export interface PlannedBatch {
  /** Unique and random: the provider can find the batch by it. */
  id: string
  /** The index of the model in the run. */
  model: number
  cells: readonly number[]
}

/** A batch that is not over. */
export interface OpenBatch extends PlannedBatch {
  /** Those of its cells that have no answer. */
  open: Set<number>
  state: BatchState
  /** What the provider made of it before the request that may be charged for. */
  prepared: string
  /** The provider's name for it; null until that is known. */
  handle: string | null
  isCancelled: boolean
  createdAt: number
}

export type SetBatches = ReturnType<typeof setBatches>

/** Batches of runs at providers. Everything is stored before the provider gets it. */
export function setBatches(database: WritableDatabase) {
  const insert = database.command(insertionInto('set_batches', columnNames(batchRow)))
  const assign = database.command(`
    INSERT INTO set_cells (run_id, cell, is_done, attempts, lost_usd, batch)
    SELECT :runId, value, 0, 0, 0, :id FROM json_each(:cells) WHERE true
    ON CONFLICT (run_id, cell) DO UPDATE SET batch = excluded.batch WHERE is_done = 0 AND batch IS NULL`)
  const open = database.query<typeof batchRow>(
    "SELECT * FROM set_batches WHERE run_id = ? AND state <> 'over' ORDER BY created_at, rowid",
  )
  const cellsOf = database.query<{ cell: number; is_done: number }>(
    'SELECT cell, is_done FROM set_cells WHERE run_id = ? AND batch = ? ORDER BY cell',
  )
  const change = database.command(
    'UPDATE set_batches SET state = :state, prepared = :prepared, handle = :handle WHERE id = :id',
  )
  const cancel = database.command(
    "UPDATE set_batches SET is_cancelled = 1 WHERE run_id = ? AND state <> 'over'",
  )
  const ofRun = database.query<object>('SELECT 1 FROM set_batches WHERE run_id = ? LIMIT 1')
  const withHandle = database.query<object>('SELECT 1 FROM set_batches WHERE handle = ? LIMIT 1')
  const runs = database.query<{ id: SetRunId }>(`
    SELECT DISTINCT set_runs.id FROM set_batches JOIN set_runs ON set_runs.id = run_id
    WHERE set_batches.state <> 'over' AND set_id IN (SELECT id FROM prompt_sets WHERE deleted_at IS NULL)`)
  return {
    create: (runId: SetRunId, batches: readonly PlannedBatch[], at: number): void =>
      database.transaction(() => {
        for (const { id, model, cells } of batches) {
          const rest = { state: 'new', prepared: '', handle: null, is_cancelled: 0, created_at: at }
          insert.run({ id, run_id: runId, model, ...rest })
          assign.run({ runId, id, cells: toJson(cells) })
        }
      }),
    /** The batches of a run that are not over. */
    open: (runId: SetRunId): OpenBatch[] =>
      open.all(runId).map(({ id, model, state, prepared, handle, ...row }) => {
        const cells = cellsOf.all(runId, id)
        return {
          id,
          model,
          cells: cells.map(({ cell }) => cell),
          open: new Set(cells.flatMap(({ cell, is_done: isDone }) => (isDone === 1 ? [] : [cell]))),
          state,
          prepared,
          handle,
          isCancelled: row.is_cancelled === 1,
          createdAt: row.created_at,
        }
      }),
    /** Records a step of a batch before it is taken, or its result. */
    change: ({
      id,
      state,
      prepared,
      handle,
    }: Pick<OpenBatch, 'id' | 'state' | 'prepared' | 'handle'>): void =>
      void change.run({ id, state, prepared, handle }),
    /** The user has stopped the run: its batches are cancelled, too. */
    cancel: (runId: SetRunId): void => void cancel.run(runId),
    hasAny: (runId: SetRunId): boolean => ofRun.get(runId) !== undefined,
    hasHandle: (handle: string): boolean => withHandle.get(handle) !== undefined,
    /** Runs with batches that are not over. */
    openRuns: (): SetRunId[] => runs.all().map(({ id }) => id),
  }
}
