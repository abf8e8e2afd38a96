import type { SetId, SetRunId } from '../../../shared/ids'
import type { CheckResult } from '../../../shared/sets/checks'
import type { LineUpModel, WaitingPages } from '../../../shared/sets/sets'
import type { WritableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'
import { type EndedRequest, SpendingLedger } from '../spending/spending-ledger'
import { answerAssignments, answerColumns, type AnsweredCellRow, checkColumns } from './set-rows'
import { type CellAnswer, mayBeCharged, StoredCells, toAnswer } from './stored-answers'

/** A request for a cell that has ended. */
type RequestOfCell = Pick<CellAnswer, 'ttftMs' | 'usage' | 'costUsd' | 'error' | 'at'>

/** The requests to one model of a run that may have been charged for, but whose cost is unknown. */
export interface LostRequests {
  /** The index of the model. */
  model: number
  count: number
  /** The average cost of an answer of this model in this run; null without a priced answer. */
  averageUsd: number | null
}

/** A check of an answer: its cell, and its index among the checks of the prompt. */
export interface CheckPlace {
  cell: number
  check: number
}

/** It was not given in a chat, where it was paid for. */
const isAsked = "course ->> '$.isEarlier' IS NULL"

interface TotalsRow {
  done: number
  failed: number
  judged: number
  passed: number
  spent: number
  unpriced: number
  lost: number
}

/**
 * The cells of runs, by their number in the run. A cell is stored once: later answers for the same cell are ignored.
 */
export class SetCells extends StoredCells {
  readonly #database: WritableDatabase
  readonly #begin
  readonly #release
  readonly #finish
  readonly #leave
  readonly #check
  readonly #done
  readonly #totals
  readonly #unchecked
  readonly #uncheckedCells
  readonly #ofWindows
  readonly #countOfWindows
  readonly #waiting
  readonly #recheck
  readonly #asked
  readonly #lost
  readonly #lostByModel
  readonly #lostOfCell
  readonly #unpricedByModel
  readonly #ledger

  constructor(database: WritableDatabase) {
    super(database)
    this.#database = database
    this.#ledger = new SpendingLedger(database)
    this.#asked = database.query<{ set_id: SetId; models: string; judge_of: SetRunId | null }>(
      'SELECT set_id, models, judge_of FROM set_runs WHERE id = ?',
    )
    this.#lost = database.query<{ run_id: SetRunId; cell: number; count: number; at: number }>(`
      SELECT run_id, cell, attempts - is_done AS count, started_at AS at
      FROM set_runs JOIN set_cells ON set_cells.run_id = set_runs.id
      WHERE set_runs.state = 'running' AND attempts > is_done`)
    this.#lostByModel = database.query<LostRequests>(`
      SELECT cell % ? AS model, sum(attempts - is_done) AS count, avg(cost_usd) AS averageUsd
      FROM set_cells WHERE run_id = ? GROUP BY 1 HAVING count > 0`)
    this.#lostOfCell = database.query<{ count: number }>(
      'SELECT attempts - is_done AS count FROM set_cells WHERE run_id = ? AND cell = ?',
    )
    // Answers, and errors after which `mayBeCharged` holds.
    this.#unpricedByModel = database.query<LostRequests>(`
      SELECT cell % ? AS model,
        count(CASE WHEN is_done = 1 AND ${isAsked} AND cost_usd IS NULL AND usage ->> '$.leastCostUsd' IS NULL
          AND (error IS NULL OR ttft_ms IS NOT NULL OR error ->> '$.code' = 'TIMEOUT'
            OR error ->> '$.data.mayHaveCost' = 1) THEN 1 END) AS count,
        avg(cost_usd) AS averageUsd
      FROM set_cells WHERE run_id = ? GROUP BY 1 HAVING count > 0`)
    this.#begin = database.command(`
      INSERT INTO set_cells (run_id, cell, is_done, attempts, lost_usd) VALUES (?, ?, 0, 1, 0)
      ON CONFLICT (run_id, cell) DO UPDATE SET attempts = attempts + 1 WHERE is_done = 0`)
    this.#release = database.command(`
      UPDATE set_cells SET attempts = attempts - :ended, lost_usd = lost_usd + :lostUsd
      WHERE run_id = :runId AND cell = :cell AND is_done = 0`)
    this.#finish = database.command(`
      UPDATE set_cells SET is_done = 1, attempts = attempts + (batch IS NOT NULL), ${answerAssignments}
      WHERE run_id = :runId AND cell = :cell AND is_done = 0`)
    this.#leave = database.command(
      'UPDATE set_cells SET batch = NULL, attempts = attempts + :lost WHERE run_id = :runId AND cell = :cell AND is_done = 0',
    )
    this.#check = database.command(
      'UPDATE set_cells SET checks = :checks, passed = :passed WHERE run_id = :runId AND cell = :cell AND checks IS NULL',
    )
    this.#done = database.query<{ cell: number }>(
      'SELECT cell FROM set_cells WHERE run_id = ? AND is_done = 1 ORDER BY cell',
    )
    this.#totals = database.query<TotalsRow>(`
      SELECT coalesce(sum(is_done), 0) AS done, count(error) AS failed, count(passed) AS judged,
        coalesce(sum(passed), 0) AS passed, coalesce(sum(iif(${isAsked}, coalesce(cost_usd, usage ->> '$.leastCostUsd', 0), 0) + lost_usd), 0) AS spent,
        count(CASE WHEN is_done = 1 AND ${isAsked} AND error IS NULL AND cost_usd IS NULL THEN 1 END) AS unpriced,
        coalesce(sum(attempts - is_done), 0) AS lost
      FROM set_cells WHERE run_id = ?`)
    this.#unchecked = database.query<AnsweredCellRow>(
      'SELECT * FROM set_cells WHERE run_id = ? AND is_done = 1 AND checks IS NULL AND error IS NULL LIMIT 1',
    )
    // No other text of a result contains these quotes without a backslash before them.
    // As in the index.
    const ofWindows = `instr(checks, '"needs-window"') > 0`
    this.#ofWindows = database.query<AnsweredCellRow>(
      `SELECT * FROM set_cells WHERE run_id = ? AND ${ofWindows} ORDER BY cell LIMIT 1`,
    )
    this.#countOfWindows = database.query<{ count: number }>(
      `SELECT count(*) AS count FROM set_cells WHERE run_id = ? AND ${ofWindows}`,
    )
    this.#waiting = database.query<WaitingPages>(
      `SELECT run_id AS runId, count(*) AS left FROM set_cells WHERE ${ofWindows} AND run_id IN
        (SELECT id FROM set_runs WHERE set_id IN (SELECT id FROM prompt_sets WHERE deleted_at IS NULL))
        GROUP BY run_id LIMIT 1`,
    )
    this.#recheck = database.command(
      'UPDATE set_cells SET checks = :checks, passed = :passed WHERE run_id = :runId AND cell = :cell',
    )
    this.#uncheckedCells = database.query<{ cell: number }>(
      'SELECT cell FROM set_cells WHERE run_id = ? AND is_done = 1 AND checks IS NULL AND error IS NULL',
    )
  }

  /**
   * Counts a request that is about to be sent. Unless it costs nothing, this survives even a power cut: the provider may
   * charge for it.
   */
  begin(runId: SetRunId, cell: number, { isFree }: { isFree: boolean }): void {
    const begin = () => this.#begin.run(runId, cell)
    if (isFree) this.#database.relaxed(begin)
    else begin()
  }

  /**
   * The request ended without an answer to keep; the cell can be asked again. `isLost`: its cost is unknown, so it counts
   * like a request that was in progress when the process ended.
   */
  release(runId: SetRunId, cell: number, request: RequestOfCell & { isLost: boolean }): void {
    this.#database.transaction(() => {
      const { at, usage, isLost, costUsd } = request
      if (isLost) {
        const { count = 0 } = this.#lostOfCell.get(runId, cell) ?? {}
        // What earlier turns of a conversation have cost is known.
        this.#release.run({ runId, cell, ended: 0, lostUsd: usage.leastCostUsd ?? 0 })
        this.#spend(runId, cell, { id: lostId(runId, cell, count), at, usage, mayBeCharged: true })
        return
      }
      this.#release.run({ runId, cell, ended: 1, lostUsd: costUsd ?? 0 })
      this.#spend(runId, cell, requestOf(request))
    })
  }

  /** The batch of the cell gives it no answer. `isLost`: it may have been charged for, at an unknown cost. */
  leaveBatch(runId: SetRunId, cell: number, { isLost, at }: { isLost: boolean; at: number }): void {
    this.#leave.run({ runId, cell, lost: Number(isLost) })
    if (!isLost) return
    const { count = 0 } = this.#lostOfCell.get(runId, cell) ?? {}
    this.#spend(runId, cell, { id: lostId(runId, cell, count), at, usage: {}, mayBeCharged: true })
  }

  /**
   * Records the requests that were in progress when the last process ended. Their cost is unknown. Those that were lost
   * before are recorded already.
   */
  recordLost(): void {
    this.#database.transaction(() => {
      for (const { run_id: runId, cell, count, at } of this.#lost.all()) {
        for (let index = 1; index <= count; index += 1) {
          this.#spend(runId, cell, { id: lostId(runId, cell, index), at, usage: {}, mayBeCharged: true })
        }
      }
    })
  }

  /**
   * Stores the answer together with the end of its request, and what it cost. Returns whether the cell had no answer
   * before.
   */
  finish(runId: SetRunId, cell: number, answer: CellAnswer): boolean {
    return this.#database.transaction(() => {
      const changed = this.#finish.run({ runId, cell, ...answerColumns(answer) })
      if (changed > 0 && answer.course?.isEarlier !== true)
        this.#spend(runId, cell, { id: `${runId}/${cell}`, ...requestOf(answer) })
      return changed > 0
    })
  }

  /** Stores the checks of an answer that was stored without them. */
  setChecks(runId: SetRunId, cell: number, checks: CheckResult[]): void {
    this.#check.run({ runId, cell, ...checkColumns({ checks, error: null }) })
  }

  /** An answer whose checks have not run, with its cell. */
  unchecked(runId: SetRunId): { cell: number; answer: CellAnswer } | null {
    const row = this.#unchecked.get(runId)
    return row === undefined ? null : { cell: row.cell, answer: toAnswer(row) }
  }

  /** The first check that only a window can run and none has run yet, with its cell and the answer. */
  pageCheck(runId: SetRunId): (CheckPlace & { text: string }) | null {
    const row = this.#ofWindows.get(runId)
    if (row === undefined) return null
    const { text, checks } = toAnswer(row)
    const check = (checks ?? []).findIndex(({ problem }) => problem === 'needs-window')
    return check === -1 ? null : { cell: row.cell, check, text }
  }

  /** A run with such checks; null without one. */
  waitingPages(): WaitingPages | null {
    return this.#waiting.get() ?? null
  }

  /** The number of answers with such checks. */
  pageCheckCount(runId: SetRunId): number {
    return this.#countOfWindows.get(runId)?.count ?? 0
  }

  /** Stores what a window found. Returns false if that check waits for no window. */
  finishPageCheck(runId: SetRunId, { cell, check }: CheckPlace, result: CheckResult): boolean {
    const answer = this.answer(runId, cell)
    const checks = answer?.checks ?? []
    if (answer === null || checks[check]?.problem !== 'needs-window') return false
    const columns = checkColumns({ checks: checks.with(check, result), error: answer.error })
    return this.#recheck.run({ runId, cell, ...columns }) > 0
  }

  /** The numbers of the cells with an answer whose checks have not run. */
  uncheckedCells(runId: SetRunId): number[] {
    return this.#uncheckedCells.all(runId).map(({ cell }) => cell)
  }

  /** The numbers of the cells that need no request. */
  done(runId: SetRunId): number[] {
    return this.#done.all(runId).map(({ cell }) => cell)
  }

  totals(runId: SetRunId) {
    const totals = this.#totals.get(runId)
    const { done = 0, failed = 0, judged = 0, passed = 0, spent = 0, unpriced = 0, lost = 0 } = totals ?? {}
    return { done, failed, judged, passed, spentUsd: spent, unpriced, lostRequests: lost }
  }

  /** The requests without an answer whose cost is unknown, by model. Includes those that are in progress. */
  lost(runId: SetRunId, modelCount: number): LostRequests[] {
    return this.#lostByModel.all(modelCount, runId)
  }

  /** The answers whose cost is unknown, by model. */
  unpriced(runId: SetRunId, modelCount: number): LostRequests[] {
    return this.#unpricedByModel.all(modelCount, runId)
  }

  #spend(
    runId: SetRunId,
    cell: number,
    request: Pick<EndedRequest, 'id' | 'at' | 'usage' | 'mayBeCharged' | 'isFree'>,
  ): void {
    const run = this.#asked.get(runId)
    if (run === undefined) return
    const models = fromJson<LineUpModel[]>(run.models)
    const model = models[cell % models.length]?.model
    if (model === undefined) return
    const purpose = run.judge_of === null ? 'set' : 'judge'
    this.#ledger.record({ ...request, model, purpose, setId: run.set_id })
  }
}

function requestOf(request: RequestOfCell) {
  const { ttftMs, usage, costUsd, at } = request
  return { at, usage, mayBeCharged: ttftMs !== null || mayBeCharged(request), isFree: costUsd === 0 }
}

/** The id of a lost request in the ledger; `number` counts those of the cell. */
function lostId(runId: SetRunId, cell: number, number: number): string {
  return `${runId}/${cell}/lost-${number}`
}

/**
 * Returns the expected cost of lost requests: the average of their model's answers, else `perAnswer`. Null when the
 * price of none is known.
 */
export function lostUsd(
  lost: readonly LostRequests[],
  perAnswer: readonly (number | null)[] = [],
): number | null {
  const known = lost.flatMap(({ model, count, averageUsd }) => {
    const each = averageUsd ?? perAnswer[model] ?? null
    return each === null ? [] : [each * count]
  })
  if (known.length === 0) return lost.length === 0 ? 0 : null
  return known.reduce((sum, cost) => sum + cost, 0)
}
