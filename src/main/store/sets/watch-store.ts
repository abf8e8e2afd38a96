import type { ErrorData } from '../../../shared/errors'
import type { SetId, SetRunId } from '../../../shared/ids'
import type { WatchPeriod } from '../../../shared/sets/drift'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'

/** The columns of the table `set_watches`. */
const watchRow = {
  set_id: column<SetId>(),
  baseline_id: column<SetRunId>(),
  every: column<WatchPeriod>(),
  repeats: column<number>(),
  limit_usd: column<number | null>(),
  control: column<string | null>(),
  next_at: column<number>(),
  problem: column<string | null>(),
  /** The keys of the models whose change the user was told. */
  told: column<string>(),
}

/** A watch of a set. */
export interface StoredWatch {
  setId: SetId
  baselineId: SetRunId
  every: WatchPeriod
  repeats: number
  limitUsd: number | null
  control: string | null
  nextAt: number
  problem: ErrorData | null
  told: string[]
}

/** A run of a watch, and when it was due. */
export interface StoredLook {
  runId: SetRunId
  dueAt: number
}

/** Watches of sets, and the runs that they have started. */
export class WatchStore {
  readonly #list
  readonly #get
  readonly #put
  readonly #remove
  readonly #looks
  readonly #spent

  constructor(database: WritableDatabase) {
    const ofLiveSets = 'set_id IN (SELECT id FROM prompt_sets WHERE deleted_at IS NULL)'
    this.#list = database.query<typeof watchRow>(`SELECT * FROM set_watches WHERE ${ofLiveSets}`)
    this.#get = database.query<typeof watchRow>(
      `SELECT * FROM set_watches WHERE set_id = ? AND ${ofLiveSets}`,
    )
    this.#put = database.command(insertionInto('set_watches', columnNames(watchRow), 'INSERT OR REPLACE'))
    this.#remove = database.command('DELETE FROM set_watches WHERE set_id = ?')
    this.#looks = database.query<StoredLook>(`
      SELECT run_id AS runId, due_at AS dueAt FROM set_looks JOIN set_runs ON set_runs.id = run_id
      WHERE baseline_id = ? ORDER BY started_at, set_runs.rowid`)
    this.#spent = database.query<{ usd: number }>(`
      SELECT coalesce(sum(coalesce(cost_usd, usage ->> '$.leastCostUsd', 0) + lost_usd), 0) AS usd
      FROM set_looks JOIN set_runs ON set_runs.id = set_looks.run_id JOIN set_cells ON set_cells.run_id = set_runs.id
      WHERE set_id = :setId AND (ended_at IS NULL OR ended_at >= :since) AND coalesce(answered_at, started_at) >= :since`)
  }

  /** Those of sets that are not deleted. */
  list(): StoredWatch[] {
    return this.#list.all().map(toWatch)
  }

  get(setId: SetId): StoredWatch | null {
    const row = this.#get.get(setId)
    return row === undefined ? null : toWatch(row)
  }

  put({ setId, baselineId, every, repeats, limitUsd, control, nextAt, problem, told }: StoredWatch): void {
    this.#put.run({
      set_id: setId,
      baseline_id: baselineId,
      every,
      repeats,
      limit_usd: limitUsd,
      control,
      next_at: nextAt,
      problem: problem === null ? null : toJson(problem),
      told: toJson(told),
    })
  }

  /** Its runs stay. */
  remove(setId: SetId): boolean {
    return this.#remove.run(setId) > 0
  }

  /** Oldest first. */
  looks(baselineId: SetRunId): StoredLook[] {
    return this.#looks.all(baselineId)
  }

  /** What the runs of watches of this set have cost since then, in US dollars. */
  spentSince(setId: SetId, since: number): number {
    return this.#spent.get({ setId, since })?.usd ?? 0
  }
}

function toWatch(row: typeof watchRow): StoredWatch {
  return {
    setId: row.set_id,
    baselineId: row.baseline_id,
    every: row.every,
    repeats: row.repeats,
    limitUsd: row.limit_usd,
    control: row.control,
    nextAt: row.next_at,
    problem: row.problem === null ? null : fromJson<ErrorData>(row.problem),
    told: fromJson<string[]>(row.told),
  }
}
