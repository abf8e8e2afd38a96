import type { PaneId, SetRunId } from '../../../shared/ids'
import type { BallotPlace } from '../../../shared/sets/ballots'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'

/** An answer in the order in which it is shown. Its id says nothing about its model. */
export interface BallotEntry {
  id: PaneId
  cell: number
}

/** The answers to one prompt in one repeat, as they are shown. */
export interface StoredBallot {
  entries: BallotEntry[]
  /** The time since which the user can know the models; null while they are hidden. */
  revealedAt: number | null
}

/** The answers shown for votes on runs, and when their models were revealed. */
export class SetBallots {
  readonly #database: WritableDatabase
  readonly #get
  readonly #hidden
  readonly #put
  readonly #reveal
  readonly #revealRun
  readonly #revealClosed

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#get = database.query<{ answers: string | null; revealed_at: number | null }>(`
      SELECT set_ballots.answers, coalesce(set_ballots.revealed_at, set_runs.revealed_at) AS revealed_at
      FROM set_runs LEFT JOIN set_ballots
        ON run_id = set_runs.id AND set_ballots.prompt = :prompt AND set_ballots.repeat = :repeat
      WHERE set_runs.id = :runId`)
    this.#hidden = database.query<Omit<BallotPlace, 'runId'>>(`
      WITH RECURSIVE place (number) AS (
        SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number + 1 < :prompts * :repeats
      )
      SELECT number % :prompts AS prompt, number / CAST(:prompts AS INTEGER) AS repeat FROM place
      WHERE NOT EXISTS (SELECT 1 FROM set_runs WHERE id = :runId AND revealed_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM set_ballots WHERE run_id = :runId AND revealed_at IS NOT NULL
          AND set_ballots.prompt = number % :prompts
          AND set_ballots.repeat = number / CAST(:prompts AS INTEGER))`)
    this.#put = database.command(`
      INSERT INTO set_ballots (run_id, prompt, repeat, answers) VALUES (:runId, :prompt, :repeat, :answers)
      ON CONFLICT (run_id, prompt, repeat) DO UPDATE SET answers = excluded.answers`)
    this.#reveal = database.command(`
      INSERT INTO set_ballots (run_id, prompt, repeat, answers, revealed_at)
      VALUES (:runId, :prompt, :repeat, '[]', :at)
      ON CONFLICT (run_id, prompt, repeat) DO UPDATE SET revealed_at = coalesce(revealed_at, excluded.revealed_at)`)
    this.#revealRun = database.command(
      'UPDATE set_runs SET revealed_at = coalesce(revealed_at, :at) WHERE id = :runId',
    )
    this.#revealClosed = database.command(`
      WITH RECURSIVE place (number) AS (
        SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number + 1 < :prompts * :repeats
      )
      INSERT INTO set_ballots (run_id, prompt, repeat, answers, revealed_at)
      SELECT :runId, number % :prompts, number / CAST(:prompts AS INTEGER), '[]', :at FROM place
      WHERE EXISTS (
        SELECT 1 FROM set_cells WHERE run_id = :runId AND is_done = 1
          AND cell >= number * :models AND cell < (number + 1) * :models)
      ON CONFLICT (run_id, prompt, repeat) DO UPDATE SET revealed_at = excluded.revealed_at
        WHERE revealed_at IS NULL AND answers = '[]'`)
  }

  get(place: BallotPlace): StoredBallot {
    const row = this.#get.get({ ...place })
    const answers = row?.answers ?? null
    return {
      entries: answers === null ? [] : fromJson<BallotEntry[]>(answers),
      revealedAt: row?.revealed_at ?? null,
    }
  }

  /** The ballots whose models are hidden. */
  hidden(
    runId: SetRunId,
    { promptCount, repeats }: { promptCount: number; repeats: number },
  ): Omit<BallotPlace, 'runId'>[] {
    return this.#hidden.all({ runId, prompts: promptCount, repeats })
  }

  /** Stores the order in which the answers are shown. */
  put(place: BallotPlace, entries: readonly BallotEntry[]): void {
    this.#put.run({ ...place, answers: toJson(entries) })
  }

  /** From now on, the user can know the models of one repeat. */
  reveal(place: BallotPlace, at: number): void {
    this.#reveal.run({ ...place, at })
  }

  /** From now on, the user can know the models of all repeats of a prompt. */
  revealPrompt({ runId, prompt }: Omit<BallotPlace, 'repeat'>, repeats: number, at: number): void {
    this.#database.transaction(() => {
      for (let repeat = 0; repeat < repeats; repeat++) this.reveal({ runId, prompt, repeat }, at)
    })
  }

  /**
   * From now on, the user can know the models of the existing answers, except those on ballots that are still blind.
   */
  revealClosed(
    runId: SetRunId,
    { promptCount, modelCount, repeats }: { promptCount: number; modelCount: number; repeats: number },
    at: number,
  ): void {
    this.#revealClosed.run({ runId, prompts: promptCount, models: modelCount, repeats, at })
  }

  /** From now on, the user can know the models of all answers of a run. */
  revealRun(runId: SetRunId, at: number): void {
    this.#revealRun.run({ runId, at })
  }
}
