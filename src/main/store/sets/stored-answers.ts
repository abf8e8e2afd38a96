import { type ErrorData, mayHaveCost } from '../../../shared/errors'
import type { SetRunId } from '../../../shared/ids'
import type { Usage } from '../../../shared/sessions/messages'
import type { Check, CheckResult } from '../../../shared/sets/checks'
import type { PromptPast } from '../../../shared/sets/past'
import type { Rating } from '../../../shared/sets/rubrics'
import type { AnswerCourse, EarlierAnswer } from '../../../shared/sets/schema'
import type { SetAnswer } from '../../../shared/sets/sets'
import type { ReadableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'
import type { AnsweredCellRow } from './set-rows'

/** The answer of a cell, with the result of its checks. */
export type CellAnswer = Omit<SetAnswer, 'model' | 'repeat'>

/** A cell without its texts. `passed` is null without checks, or before they have run. */
export interface CellSummary {
  cell: number
  isFailed: boolean
  passed: boolean | null
  costUsd: number | null
  /** The known part of a cost that is only partly known. */
  leastCostUsd: number | null
  durationMs: number | null
  /** It called a tool in a way that was not recorded. */
  isUnrecorded: boolean
  /** It cost as much as answers of a batch do. */
  isOfBatch?: true
}

/** How providers name the model that answered, and its build, where they do; `model`: the index of the one asked. */
interface ReportedModel {
  model: number
  name: string | null
  build: string | null
}

/**
 * True if the provider may charge for this request although its cost is unknown: something of its answer arrived, was
 * still awaited or got lost.
 */
export function mayBeCharged({
  costUsd,
  ttftMs,
  error,
}: Pick<CellAnswer, 'costUsd' | 'ttftMs' | 'error'>): boolean {
  return costUsd === null && (error === null || ttftMs !== null || mayHaveCost(error))
}

const answersBetween =
  'SELECT * FROM set_cells WHERE run_id = ? AND cell >= ? AND cell < ? AND is_done = 1 ORDER BY cell'

const blanks = ' \t\r\n'
/** The length of the beginning of an answer, in characters. */
const beginningChars = 160

/** Reads the cells of runs, by their number in the run. */
export class StoredCells {
  readonly #summaries
  readonly #answer
  readonly #between
  readonly #agreement
  readonly #beginnings
  readonly #lengths
  readonly #reported

  constructor(database: ReadableDatabase) {
    this.#summaries = database.query<{
      cell: number
      failed: number
      passed: number | null
      cost_usd: number | null
      least_usd: number | null
      duration_ms: number | null
      unrecorded: number
      batched: number
    }>(`
      SELECT cell, error IS NOT NULL AS failed, passed, cost_usd, usage ->> '$.leastCostUsd' AS least_usd, duration_ms,
        course ->> '$.unrecorded' IS NOT NULL AS unrecorded, batch IS NOT NULL AS batched
      FROM set_cells WHERE run_id = ? AND is_done = 1 ORDER BY cell`)
    this.#answer = database.query<AnsweredCellRow>(
      'SELECT * FROM set_cells WHERE run_id = ? AND cell = ? AND is_done = 1',
    )
    this.#between = database.query<AnsweredCellRow>(answersBetween)
    this.#beginnings = database.query<{ cell: number; text: string }>(`
      SELECT cell, substr(ltrim(text, :blanks), 1, :chars) AS text FROM set_cells
      WHERE run_id = :runId AND cell < :to AND is_done = 1 AND error IS NULL`)
    this.#reported = database.query<ReportedModel>(`
      SELECT DISTINCT cell % :modelCount AS model, usage ->> '$.model' AS name, usage ->> '$.fingerprint' AS build
      FROM set_cells WHERE run_id = :runId AND is_done = 1 ORDER BY model, name, build`)
    this.#lengths = database.query<{ cell: number; chars: number }>(
      'SELECT cell, length(text) AS chars FROM set_cells WHERE run_id = ? AND is_done = 1',
    )
    this.#agreement = database.query<{ place: number; equal: number }>(`
      SELECT place, max(size) AS equal FROM (
        SELECT cell % :places AS place, count(*) AS size FROM set_cells
        WHERE run_id = :runId AND is_done = 1 AND error IS NULL GROUP BY place, lower(trim(text, :blanks))
      ) GROUP BY place`)
  }

  /** The cells with an answer, in order. */
  summaries(runId: SetRunId): CellSummary[] {
    return this.#summaries.all(runId).map((row) => ({
      cell: row.cell,
      isFailed: row.failed === 1,
      passed: row.passed === null ? null : row.passed === 1,
      costUsd: row.cost_usd,
      leastCostUsd: row.least_usd,
      durationMs: row.duration_ms,
      isUnrecorded: row.unrecorded === 1,
      ...(row.batched === 1 ? { isOfBatch: true } : {}),
    }))
  }

  /** The answer of a cell; null when it has none yet. */
  answer(runId: SetRunId, cell: number): CellAnswer | null {
    const row = this.#answer.get(runId, cell)
    return row === undefined ? null : toAnswer(row)
  }

  /**
   * Counts the repeats of a prompt with a model that have the most frequent answer, by the number of their first cell;
   * `places` is the number of cells per repeat. Case and blanks around an answer do not count.
   */
  agreement(runId: SetRunId, places: number): Map<number, number> {
    const rows = this.#agreement.all({ runId, places, blanks })
    return new Map(rows.map(({ place, equal }) => [place, equal]))
  }

  /** The beginnings of the answers of the cells below `to`, by their cell. */
  beginnings(runId: SetRunId, to: number): Map<number, string> {
    const rows = this.#beginnings.all({ runId, to, chars: beginningChars, blanks })
    return new Map(rows.map(({ cell, text }) => [cell, text]))
  }

  /** The different models that answered. */
  reportedModels(runId: SetRunId, modelCount: number): ReportedModel[] {
    return this.#reported.all({ runId, modelCount })
  }

  /** The lengths of the answers in characters, by their cell. */
  lengths(runId: SetRunId): Map<number, number> {
    return new Map(this.#lengths.all(runId).map(({ cell, chars }) => [cell, chars]))
  }

  /** The answers of the cells `from` and below `to`, by their cell. */
  between(runId: SetRunId, from: number, to: number): Map<number, CellAnswer> {
    return new Map(this.#between.all(runId, from, to).map((row) => [row.cell, toAnswer(row)]))
  }
}

/** The answers of a run, by the number of their cell; `from` and below `to`. */
export function cellAnswers(
  database: ReadableDatabase,
  runId: SetRunId,
  { from, to }: { from: number; to: number },
): { cell: number; answer: CellAnswer }[] {
  return database
    .query<AnsweredCellRow>(answersBetween)
    .all(runId, from, to)
    .map((row) => ({ cell: row.cell, answer: toAnswer(row) }))
}

/** The answer in a row. */
export function toAnswer(row: AnsweredCellRow): CellAnswer {
  return {
    text: row.text,
    error: row.error === null ? null : fromJson<ErrorData>(row.error),
    finish: row.finish,
    usage: fromJson<Usage>(row.usage),
    costUsd: row.cost_usd,
    ttftMs: row.ttft_ms,
    durationMs: row.duration_ms,
    checks: row.checks === null ? null : fromJson<CheckResult[]>(row.checks),
    ...(row.course === null ? {} : { course: fromJson<AnswerCourse>(row.course) }),
    at: row.answered_at,
  }
}

/** A prompt as a run asks it: with its values filled in. */
export interface RunPrompt {
  text: string
  systemPrompt: string | null
  checks: Check[]
  past?: PromptPast
  expected?: string
  /** Only in a run with `earlierModel`. */
  answer?: EarlierAnswer
  /** It is a question of the user's chats, which each provider gets only once the user has confirmed it. */
  isFromChats?: true
}

/** Two cells of a run in the order in which a judge reads their answers. */
export type JudgedPair = readonly [number, number]

/** Reads what runs asked and what was answered. A thread can do that, too. */
export class StoredAnswers {
  readonly cells: StoredCells
  readonly #prompts
  readonly #revealedAt
  readonly #revealed
  readonly #ratings

  constructor(database: ReadableDatabase, cells = new StoredCells(database)) {
    this.cells = cells
    this.#prompts = database.query<{ prompts: string }>('SELECT prompts FROM set_runs WHERE id = ?')
    this.#revealedAt = database.query<{ revealed_at: number | null }>(
      'SELECT revealed_at FROM set_runs WHERE id = ?',
    )
    this.#revealed = database.query<{ place: string }>(
      "SELECT prompt || ' ' || repeat AS place FROM set_ballots WHERE run_id = ? AND revealed_at IS NOT NULL",
    )
    this.#ratings = database.query<{ ratings: string | null }>('SELECT ratings FROM set_runs WHERE id = ?')
  }

  /** The user's marks for the answers of a run. */
  ratings(id: SetRunId): Rating[] {
    return fromJson<Rating[]>(this.#ratings.get(id)?.ratings ?? '[]')
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

  /**
   * Returns a test, by the prompt's index: true if the user can know the models of its answers in all `repeats` that can
   * be voted on.
   */
  revealed(
    id: SetRunId,
    repeats: number,
    canVote: (prompt: number, repeat: number) => boolean = () => true,
  ): (prompt: number) => boolean {
    if ((this.#revealedAt.get(id)?.revealed_at ?? null) !== null) return () => true
    const revealed = new Set(this.#revealed.all(id).map(({ place }) => place))
    const all = Array.from({ length: repeats }, (_, repeat) => repeat)
    return (prompt) => all.every((repeat) => revealed.has(`${prompt} ${repeat}`) || !canVote(prompt, repeat))
  }
}
