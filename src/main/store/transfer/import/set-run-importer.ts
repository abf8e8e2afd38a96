import type { SetId, SetPromptId, SetRunId } from '../../../../shared/ids'
import { passedAll } from '../../../../shared/sets/checks'
import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/new-id'
import type { WritableDatabase } from '../../database/database'
import { toJson } from '../../database/stored-json'
import type { ParleySetAnswers, ParleySetRun } from '../parley-format/parley-set-run'

/** Stores imported runs of prompt sets. Each gets a set of its own with its prompts, so that it can be run again. */
export class SetRunImporter {
  readonly #database: WritableDatabase
  readonly #deps: { newId: NewId; clock: Clock }
  readonly #rows

  constructor(database: WritableDatabase, deps: { newId: NewId; clock: Clock }) {
    this.#database = database
    this.#deps = deps
    this.#rows = runRows(database)
  }

  /**
   * Starts a run; null when it was imported before. Until it is finished, its set is in no list, as if it had been
   * deleted, and is erased like a deleted one.
   */
  begin(run: ParleySetRun): SetRunInProgress | null {
    const { newId, clock } = this.#deps
    const { name, prompts, models, repeats, startedAt, endedAt } = run
    const content = { models: toJson(models), prompts: toJson(prompts) }
    if (this.#rows.known.get({ name, startedAt, ...content }) !== undefined) return null
    const setId = newId<SetId>()
    const runId = newId<SetRunId>()
    const now = clock.now()
    this.#database.transaction(() => {
      this.#rows.insertSet.run({ id: setId, name, now })
      for (const [position, { text, systemPrompt, checks }] of prompts.entries()) {
        const id = newId<SetPromptId>()
        this.#rows.insertPrompt.run({ id, setId, position, text, systemPrompt, checks: toJson(checks) })
      }
      const promptCount = prompts.length
      this.#rows.insertRun.run({
        id: runId,
        setId,
        name,
        ...content,
        promptCount,
        repeats,
        startedAt,
        endedAt,
      })
    })
    const cellCount = prompts.length * models.length * repeats
    return new SetRunInProgress(this.#database, this.#rows, { setId, runId, cellCount, clock })
  }
}

/** A run whose answers are added one piece after another. */
export class SetRunInProgress {
  readonly #database: WritableDatabase
  readonly #rows: ReturnType<typeof runRows>
  readonly #run: { setId: SetId; runId: SetRunId; cellCount: number; clock: Clock }

  constructor(
    database: WritableDatabase,
    rows: ReturnType<typeof runRows>,
    run: { setId: SetId; runId: SetRunId; cellCount: number; clock: Clock },
  ) {
    this.#database = database
    this.#rows = rows
    this.#run = run
  }

  /** Answers of cells that the run does not have are ignored; of several for one cell, the first counts. */
  add(answers: ParleySetAnswers['answers']): void {
    const { runId, cellCount } = this.#run
    this.#database.transaction(() => {
      for (const { cell, error, usage, checks, ...rest } of answers) {
        if (cell >= cellCount) continue
        const hasPassed = passedAll(checks)
        this.#rows.insertCell.run({
          ...rest,
          runId,
          cell,
          error: error === null ? null : toJson(error),
          usage: toJson(usage),
          checks: checks === null ? null : toJson(checks),
          passed: hasPassed === null ? null : Number(error === null && hasPassed),
        })
      }
    })
  }

  /** Makes it visible in lists. */
  finish(): { setId: SetId; runId: SetRunId } {
    const { setId, runId, cellCount, clock } = this.#run
    this.#database.transaction(() => {
      this.#rows.end.run({ runId, cellCount })
      this.#rows.show.run(clock.now(), setId)
    })
    return { setId, runId }
  }

  abandon(): void {
    this.#rows.erase.run(this.#run.setId)
  }
}

function runRows(database: WritableDatabase) {
  return {
    known: database.query(`
      SELECT 1 FROM set_runs JOIN prompt_sets ON prompt_sets.id = set_id
      WHERE set_runs.name = :name AND started_at = :startedAt AND models = :models AND prompts = :prompts
        AND prompt_sets.deleted_at IS NULL`),
    insertSet: database.command(
      'INSERT INTO prompt_sets (id, name, created_at, updated_at, deleted_at) VALUES (:id, :name, :now, :now, :now)',
    ),
    insertPrompt: database.command(`
      INSERT INTO set_prompts (id, set_id, position, text, system_prompt, variables, checks)
      VALUES (:id, :setId, :position, :text, :systemPrompt, '{}', :checks)`),
    insertRun: database.command(`
      INSERT INTO set_runs (id, set_id, name, state, models, prompt_count, repeats, at_once, started_at, ended_at,
        prompts)
      VALUES (:id, :setId, :name, 'imported', :models, :promptCount, :repeats, 1, :startedAt, :endedAt, :prompts)`),
    insertCell: database.command(`
      INSERT INTO set_cells (run_id, cell, is_done, attempts, lost_usd, text, error, finish, usage, cost_usd, ttft_ms,
        duration_ms, checks, passed, answered_at)
      VALUES (:runId, :cell, 1, 1, 0, :text, :error, :finish, :usage, :costUsd, :ttftMs, :durationMs, :checks, :passed,
        :at)
      ON CONFLICT (run_id, cell) DO NOTHING`),
    end: database.command(`
      UPDATE set_runs SET state = 'done'
      WHERE id = :runId AND (SELECT count(*) FROM set_cells WHERE run_id = :runId) = :cellCount`),
    show: database.command('UPDATE prompt_sets SET deleted_at = NULL, updated_at = ? WHERE id = ?'),
    erase: database.command('DELETE FROM prompt_sets WHERE id = ?'),
  }
}
