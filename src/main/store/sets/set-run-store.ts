import type { ErrorData } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { SetId, SetRunId } from '../../../shared/ids'
import type { LineUpModel, SetRun, SetRunProgress, SetRunState } from '../../../shared/sets/sets'
import type { Criterion, Rating } from '../../../shared/sets/rubrics'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { SetBallots } from './set-ballots'
import { type OpenBatch, type PlannedBatch, type SetBatches, setBatches } from './set-batches'
import { lostUsd, SetCells } from './set-cells'
import { rubricIn, runColumns, runInsertion, type SetRunRow } from './set-rows'
import { type JudgedPair, type RunPrompt, StoredAnswers } from './stored-answers'

/** The stored part of a run. What the run waits for is known only while it runs. */
export type StoredRun = Omit<SetRun, 'waitingUntil'>

/** What a run asks. */
export type AskedRun = Pick<SetRun, 'id' | 'models' | 'promptCount' | 'repeats' | 'state' | 'rubric'>

/** A new run: of prompts, or of a judge that compares pairs of answers of another run. */
export interface NewSetRun {
  id: SetRunId
  setId: SetId
  name: string
  models: LineUpModel[]
  prompts: RunPrompt[] | JudgedPair[]
  judgeOf: SetRunId | null
  /** The criteria by which it judges; absent for pairs. */
  rubric?: readonly Criterion[] | undefined
  repeats: number
  atOnce: number
  costLimitUsd: number | null
  startedAt: number
  /** Present if a watch starts it: the run that it is compared with, and when it was due. */
  look?: { baselineId: SetRunId; dueAt: number } | undefined
}

type RunRow = Omit<SetRunRow, 'prompts' | 'ratings'>

/** Runs of prompt sets, with their cells. */
export class SetRunStore extends StoredAnswers {
  readonly ballots: SetBallots
  readonly batches: SetBatches
  override readonly cells: SetCells
  readonly #database: WritableDatabase
  readonly #get
  readonly #list
  readonly #listOf
  readonly #judgesOf
  readonly #insert
  readonly #insertLook
  readonly #setState
  readonly #setLimits
  readonly #setRatings
  readonly #interrupt
  readonly #remove

  constructor(database: WritableDatabase) {
    const cells = new SetCells(database)
    super(database, cells)
    this.#database = database
    this.ballots = new SetBallots(database)
    this.batches = setBatches(database)
    this.cells = cells
    const newestFirst = 'ORDER BY started_at DESC, rowid DESC'
    const ofLiveSet = 'set_id IN (SELECT id FROM prompt_sets WHERE deleted_at IS NULL)'
    this.#get = database.query<RunRow>(`SELECT ${runColumns} FROM set_runs WHERE id = ? AND ${ofLiveSet}`)
    this.#list = database.query<RunRow>(
      `SELECT ${runColumns} FROM set_runs WHERE judge_of IS NULL AND ${ofLiveSet} ${newestFirst} LIMIT ?`,
    )
    this.#listOf = database.query<RunRow>(
      `SELECT ${runColumns} FROM set_runs WHERE set_id = ? AND judge_of IS NULL AND ${ofLiveSet} ${newestFirst} LIMIT ?`,
    )
    this.#judgesOf = database.query<RunRow>(
      `SELECT ${runColumns} FROM set_runs WHERE judge_of = ? AND ${ofLiveSet} ORDER BY started_at, rowid`,
    )
    this.#insert = database.command(runInsertion)
    this.#insertLook = database.command(
      'INSERT INTO set_looks (run_id, baseline_id, due_at) VALUES (?, ?, ?)',
    )
    this.#setState = database.command(
      'UPDATE set_runs SET state = :state, error = :error, ended_at = :endedAt WHERE id = :id',
    )
    this.#setLimits = database.command(
      'UPDATE set_runs SET at_once = :atOnce, cost_limit_usd = :costLimitUsd WHERE id = :id',
    )
    this.#setRatings = database.command('UPDATE set_runs SET ratings = ? WHERE id = ?')
    this.#remove = database.command('DELETE FROM set_runs WHERE id = ?')
    this.#interrupt = database.command("UPDATE set_runs SET state = 'interrupted' WHERE state = 'running'")
  }

  /** With the batches that will ask its cells, so that a run is never half planned. */
  create(run: NewSetRun, batches: readonly PlannedBatch[] = []): void {
    const row: SetRunRow = {
      id: run.id,
      set_id: run.setId,
      name: run.name,
      state: 'running',
      models: toJson(run.models),
      prompt_count: run.prompts.length,
      repeats: run.repeats,
      at_once: run.atOnce,
      cost_limit_usd: run.costLimitUsd,
      judge_of: run.judgeOf,
      rubric: run.rubric === undefined ? null : toJson(run.rubric),
      ratings: null,
      started_at: run.startedAt,
      ended_at: null,
      revealed_at: null,
      error: null,
      prompts: toJson(run.prompts),
    }
    const { look } = run
    this.#database.transaction(() => {
      this.#insert.run(row)
      if (look !== undefined) this.#insertLook.run(run.id, look.baselineId, look.dueAt)
      this.batches.create(run.id, batches, run.startedAt)
    })
  }

  /** @throws NOT_FOUND */
  get(id: SetRunId): StoredRun {
    const row = this.#get.get(id)
    if (row === undefined) throw failure('NOT_FOUND', 'set-run', { runId: id })
    return this.#toRun(row)
  }

  /** A run of prompts without its progress, which takes long to count. @throws NOT_FOUND */
  asked(id: SetRunId): AskedRun {
    const row = this.#get.get(id)
    if (row === undefined || row.judge_of !== null) throw failure('NOT_FOUND', 'set-run', { runId: id })
    const { models, prompt_count: promptCount, repeats, state, rubric } = row
    return { id, models: fromJson<LineUpModel[]>(models), promptCount, repeats, state, ...rubricIn(rubric) }
  }

  /** Newest first; those of one set, or all. */
  list({ setId, limit }: { setId?: SetId | undefined; limit: number }): StoredRun[] {
    const rows = setId === undefined ? this.#list.all(limit) : this.#listOf.all(setId, limit)
    return rows.map((row) => this.#toRun(row))
  }

  /** A batch gives no more answers. `lost`: those of its open cells that may have been charged for. */
  endBatch(runId: SetRunId, batch: OpenBatch, { lost, at }: { lost: ReadonlySet<number>; at: number }): void {
    this.#database.transaction(() => {
      for (const cell of batch.open) this.cells.leaveBatch(runId, cell, { isLost: lost.has(cell), at })
      this.batches.change({ ...batch, state: 'over' })
    })
  }

  /** The runs in which models judge the answers of this one, oldest first. */
  judgesOf(id: SetRunId): StoredRun[] {
    return this.#judgesOf.all(id).map((row) => this.#toRun(row))
  }

  /** Deletes a run with its cells. Returns whether it existed. */
  remove(id: SetRunId): boolean {
    return this.#remove.run(id) > 0
  }

  setState(id: SetRunId, state: SetRunState, { at, error }: { at: number; error: ErrorData | null }): void {
    this.#setState.run({
      id,
      state,
      error: error === null ? null : toJson(error),
      endedAt: state === 'running' ? null : at,
    })
  }

  setLimits(id: SetRunId, limits: { atOnce: number; costLimitUsd: number | null }): void {
    this.#setLimits.run({ id, ...limits })
  }

  /** Stores the user's marks for the answers of a run. */
  setRatings(id: SetRunId, ratings: readonly Rating[]): void {
    this.#setRatings.run(toJson(ratings), id)
  }

  /** Marks the runs of a process that ended without stopping them, and records the requests that were in progress. */
  interruptRunning(): void {
    this.#database.transaction(() => {
      this.cells.recordLost()
      this.#interrupt.run()
    })
  }

  #toRun(row: RunRow): StoredRun {
    const models = fromJson<LineUpModel[]>(row.models)
    const totals = this.cells.totals(row.id)
    const progress: Omit<SetRunProgress, 'waitingUntil'> = {
      state: row.state,
      cells: models.reduce((sum, { answers }) => sum + (answers ?? row.prompt_count * row.repeats), 0),
      ...totals,
      lostUsd: totals.lostRequests === 0 ? 0 : lostUsd(this.cells.lost(row.id, models.length)),
      error: row.error === null ? null : fromJson<ErrorData>(row.error),
    }
    return {
      ...progress,
      id: row.id,
      setId: row.set_id,
      name: row.name,
      models,
      promptCount: row.prompt_count,
      repeats: row.repeats,
      atOnce: row.at_once,
      costLimitUsd: row.cost_limit_usd,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      judgeOf: row.judge_of,
      ...rubricIn(row.rubric),
      ...(this.batches.hasAny(row.id) ? { isBatch: true } : {}),
    }
  }
}
