import type { SetId, SetRunId } from '../../../../../shared/ids'
import type { ErrorData } from '../../../../../shared/errors'
import type { Check } from '../../../../../shared/sets/checks'
import type { LineUpModel, PromptContent, SetRunState } from '../../../../../shared/sets/sets'
import type { Vote } from '../../../../../shared/votes/votes'
import type { ReadableDatabase } from '../../../database/database'
import { fromJson } from '../../../database/stored-json'
import type { BallotEntry } from '../../../sets/set-ballots'
import { cellAnswers } from '../../../sets/stored-answers'
import { cellOfOrigin } from '../../../votes/original-answers'
import { votesOnRow } from '../../../votes/vote-store'

/** A prompt set; the answers of its runs are read on demand. */
export interface StoredSet {
  name: string
  createdAt: number
  updatedAt: number
  prompts: PromptContent[]
  /** Oldest first; the judges of a run follow it. */
  runs: StoredRunRow[]
}

/** A run of a set. */
export interface StoredRunRow {
  id: SetRunId
  name: string
  state: SetRunState
  models: LineUpModel[]
  /** Its prompts or, for a judge, the pairs that it compares. */
  asked: unknown[]
  repeats: number
  atOnce: number
  costLimitUsd: number | null
  startedAt: number
  endedAt: number | null
  error: ErrorData | null
  revealedAt: number | null
  isJudge: boolean
}

/** A ballot of a run. */
export interface StoredBallotRow {
  prompt: number
  repeat: number
  /** Those of the vote if the answers were never shown as a ballot. */
  entries: BallotEntry[]
  revealedAt: number | null
  vote: Vote | null
}

interface RunRow {
  id: SetRunId
  name: string
  state: SetRunState
  models: string
  prompts: string
  repeats: number
  at_once: number
  cost_limit_usd: number | null
  started_at: number
  ended_at: number | null
  error: string | null
  revealed_at: number | null
  judge_of: SetRunId | null
}

/** Reads prompt sets with their runs, without those that were deleted. */
export class StoredSets {
  readonly #database: ReadableDatabase

  constructor(database: ReadableDatabase) {
    this.#database = database
  }

  /** Oldest first. */
  ids(): SetId[] {
    return this.#database
      .query<{ id: SetId }>('SELECT id FROM prompt_sets WHERE deleted_at IS NULL ORDER BY created_at, rowid')
      .all()
      .map(({ id }) => id)
  }

  /** Undefined when it does not exist. */
  get(id: SetId): StoredSet | undefined {
    const row = this.#database
      .query<{ name: string; created_at: number; updated_at: number }>(
        'SELECT name, created_at, updated_at FROM prompt_sets WHERE id = ? AND deleted_at IS NULL',
      )
      .get(id)
    if (row === undefined) return undefined
    const { name, created_at: createdAt, updated_at: updatedAt } = row
    return { name, createdAt, updatedAt, prompts: this.#promptsOf(id), runs: this.#runsOf(id) }
  }

  /** The answers of the cells numbered from `from` to below `to`. */
  answers(id: SetRunId, from: number, to: number): ReturnType<typeof cellAnswers> {
    return cellAnswers(this.#database, id, { from, to })
  }

  /** `modelCount` is that of the run; `promptCount` too. */
  ballots(runId: SetRunId, shape: { promptCount: number; modelCount: number }): StoredBallotRow[] {
    return this.#database
      .query<{ prompt: number; repeat: number; answers: string; revealed_at: number | null }>(
        'SELECT prompt, repeat, answers, revealed_at FROM set_ballots WHERE run_id = ? ORDER BY prompt, repeat',
      )
      .all(runId)
      .map(({ prompt, repeat, answers, revealed_at: revealedAt }) => {
        const entries = fromJson<BallotEntry[]>(answers)
        const first = (repeat * shape.promptCount + prompt) * shape.modelCount
        const voted = votesOnRow(this.#database, { runId, prompt, repeat }).map((vote) => ({
          vote,
          entries: vote.shown.flatMap(({ paneId, original = '' }) => {
            const cell = cellOfOrigin(original)
            return paneId === null || cell === null ? [] : [{ id: paneId, cell: first + cell.model }]
          }),
        }))
        const isShown = (cells: readonly BallotEntry[]) =>
          cells.length === entries.length &&
          cells.every(({ cell }) => entries.some((entry) => entry.cell === cell))
        const found = voted.find((each) => entries.length === 0 || isShown(each.entries))
        return {
          prompt,
          repeat,
          entries: entries.length === 0 && found !== undefined ? found.entries : entries,
          revealedAt,
          vote: found?.vote ?? null,
        }
      })
  }

  #promptsOf(id: SetId): PromptContent[] {
    return this.#database
      .query<{ text: string; system_prompt: string | null; variables: string; checks: string }>(
        'SELECT text, system_prompt, variables, checks FROM set_prompts WHERE set_id = ? ORDER BY position, rowid',
      )
      .all(id)
      .map(({ text, system_prompt: systemPrompt, variables, checks }) => ({
        text,
        systemPrompt,
        values: fromJson<PromptContent['values']>(variables),
        checks: fromJson<Check[]>(checks),
      }))
  }

  #runsOf(id: SetId): StoredRunRow[] {
    const rows = this.#database
      .query<RunRow>('SELECT * FROM set_runs WHERE set_id = ? ORDER BY started_at, rowid')
      .all(id)
    const judges = (run: RunRow) => rows.filter(({ judge_of: judged }) => judged === run.id)
    return rows
      .filter(({ judge_of: judged }) => judged === null)
      .flatMap((run) => [run, ...judges(run)])
      .map(toRun)
  }
}

function toRun(row: RunRow): StoredRunRow {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    models: fromJson<LineUpModel[]>(row.models),
    asked: fromJson<unknown[]>(row.prompts),
    repeats: row.repeats,
    atOnce: row.at_once,
    costLimitUsd: row.cost_limit_usd,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    error: row.error === null ? null : fromJson<ErrorData>(row.error),
    revealedAt: row.revealed_at,
    isJudge: row.judge_of !== null,
  }
}
