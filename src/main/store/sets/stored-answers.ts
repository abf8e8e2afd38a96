import type { SetRunId } from '../../../shared/ids'
import type { Check } from '../../../shared/sets/checks'
import type { ReadableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'
import { StoredCells } from './stored-cells'

/** A prompt as a run asks it: with its values filled in. */
export interface RunPrompt {
  text: string
  systemPrompt: string | null
  checks: Check[]
}

/** Two cells of a run in the order in which a judge reads their answers. */
export type JudgedPair = readonly [number, number]

/** Reads what runs asked and what was answered. A thread can do that, too. */
export class StoredAnswers {
  readonly cells: StoredCells
  readonly #prompts
  readonly #revealedAt
  readonly #revealed

  constructor(database: ReadableDatabase, cells = new StoredCells(database)) {
    this.cells = cells
    this.#prompts = database.query<{ prompts: string }>('SELECT prompts FROM set_runs WHERE id = ?')
    this.#revealedAt = database.query<{ revealed_at: number | null }>(
      'SELECT revealed_at FROM set_runs WHERE id = ?',
    )
    this.#revealed = database.query<{ prompt: number; count: number }>(`
      SELECT prompt, count(*) AS count FROM set_ballots
      WHERE run_id = ? AND revealed_at IS NOT NULL GROUP BY prompt`)
  }

  /** Returns the prompts of a run, unless it is that of a judge. */
  prompts(id: SetRunId): RunPrompt[] {
    const row = this.#prompts.get(id)
    return row === undefined ? [] : fromJson<RunPrompt[]>(row.prompts)
  }

  /** Returns the pairs that a judge compares, by the cells of its run. */
  judgedPairs(id: SetRunId): JudgedPair[] {
    const row = this.#prompts.get(id)
    return row === undefined ? [] : fromJson<JudgedPair[]>(row.prompts)
  }

  /** Returns a test, by the prompt's index: true if the user can know the models of its answers in all `repeats`. */
  revealed(id: SetRunId, repeats: number): (prompt: number) => boolean {
    if ((this.#revealedAt.get(id)?.revealed_at ?? null) !== null) return () => true
    const counts = new Map(this.#revealed.all(id).map(({ prompt, count }) => [prompt, count]))
    return (prompt) => (counts.get(prompt) ?? 0) >= repeats
  }
}
