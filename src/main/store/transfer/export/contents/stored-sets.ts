import type { SetId, SetRunId } from '../../../../../shared/ids'
import type { LineUpModel, PromptContent, SetRowVerdict, SetRunState } from '../../../../../shared/sets/sets'
import { VerdictsOnRuns } from '../../../comparisons/row-verdicts'
import type { ReadableDatabase } from '../../../database/database'
import { fromJson } from '../../../database/stored-json'
import { type CellAnswer, cellAnswers, type JudgedPair, type RunPrompt } from '../../../sets/stored-answers'
import type { BallotEntry } from '../../../sets/set-ballots'
import type { Criterion, Rating } from '../../../../../shared/sets/rubrics'
import { rubricIn, promptsOfSet, type SetRunRow, toPromptContent } from '../../../sets/set-rows'
import type { ErrorData } from '../../../../../shared/errors'
import type { Vote } from '../../../../../shared/votes/votes'
import { cellOfOrigin } from '../../../votes/original-answers'
import { votesOnRow } from '../../../votes/vote-store'

/** An answer with the number of its cell. */
export interface NumberedAnswer {
  cell: number
  answer: CellAnswer
}

interface StoredCells {
  name: string
  models: LineUpModel[]
  repeats: number
  startedAt: number
  endedAt: number | null
  /** The answers of the cells numbered from `from` to below `to`. */
  answers: (from: number, to: number) => NumberedAnswer[]
}

/** A run of a prompt set; its answers are read on demand, without those whose models are hidden. */
export interface StoredSetRun extends StoredCells {
  id: SetRunId
  prompts: RunPrompt[]
  /** The runs of judges, oldest first. */
  judges: StoredJudge[]
  /** The answers of a blind vote that is open, in the order in which they are shown. */
  hiddenAnswers: (prompt: number, repeat: number) => string[]
  /** The number of such votes that are open. */
  openVoteCount: number
  /** Models' verdicts on conflicts between the answers to a prompt, unless their models are hidden. */
  rowVerdicts: (prompt: number) => SetRowVerdict[]
}

/** A judge's run; its verdicts on hidden answers are left out. */
export interface StoredJudge extends StoredCells {
  pairs: JudgedPair[]
}

/** The run; undefined when it does not exist or its set was deleted. */
export function storedSetRun(database: ReadableDatabase, id: SetRunId): StoredSetRun | undefined {
  const row = database
    .query<SetRunRow>(`
      SELECT set_runs.* FROM set_runs JOIN prompt_sets ON prompt_sets.id = set_id
      WHERE set_runs.id = ? AND prompt_sets.deleted_at IS NULL`)
    .get(id)
  if (row === undefined) return undefined
  const run = cellsOf(row)
  const prompts = fromJson<RunPrompt[]>(row.prompts)
  const open = openVotes(database, row)
  const hidden = new Set([...open.values()].flat())
  const verdicts = new VerdictsOnRuns(database)
  const answers = (from: number, to: number) => cellAnswers(database, id, { from, to })
  const judges = database
    .query<SetRunRow>(
      'SELECT * FROM set_runs WHERE judge_of = ? AND rubric IS NULL ORDER BY started_at, rowid',
    )
    .all(id)
    .map((judge): StoredJudge => {
      const pairs = fromJson<JudgedPair[]>(judge.prompts)
      return {
        ...cellsOf(judge),
        pairs,
        answers: (from, to) =>
          cellAnswers(database, judge.id, { from, to }).filter(
            ({ cell }) => pairs[cell]?.every((judged) => !hidden.has(judged)) === true,
          ),
      }
    })
  return {
    ...run,
    id,
    prompts,
    judges,
    answers: (from, to) => answers(from, to).filter(({ cell }) => !hidden.has(cell)),
    hiddenAnswers: (prompt, repeat) =>
      (open.get(`${prompt} ${repeat}`) ?? []).flatMap((cell) =>
        answers(cell, cell + 1).map(({ answer }) => answer.text),
      ),
    openVoteCount: open.size,
    rowVerdicts: (prompt) =>
      verdicts.of({ runId: id, prompt }, ({ model, repeat }) => {
        const cell = (repeat * prompts.length + prompt) * run.models.length + model
        if (hidden.has(cell)) return null
        return answers(cell, cell + 1)[0]?.answer.text ?? null
      }),
  }
}

function cellsOf(row: SetRunRow): Omit<StoredCells, 'answers'> {
  return {
    name: row.name,
    models: fromJson<LineUpModel[]>(row.models),
    repeats: row.repeats,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

/** The cells whose models the user must not know before a vote, by prompt and repeat. */
function openVotes(database: ReadableDatabase, run: SetRunRow): Map<string, number[]> {
  if (run.revealed_at !== null) return new Map()
  const rows = database
    .query<{ prompt: number; repeat: number; answers: string }>(
      'SELECT prompt, repeat, answers FROM set_ballots WHERE run_id = ? AND revealed_at IS NULL',
    )
    .all(run.id)
    .map(({ prompt, repeat, answers }) => {
      const cells = fromJson<BallotEntry[]>(answers).map(({ cell }) => cell)
      return [`${prompt} ${repeat}`, cells] as const
    })
  return new Map(rows.filter(([, cells]) => cells.length > 0))
}

/** A prompt set; the answers of its runs are read on demand. */
export interface StoredSet {
  name: string
  createdAt: number
  updatedAt: number
  prompts: PromptContent[]
  rubric?: Criterion[]
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
  /** The criteria of a judge by a rubric, and the user's marks. */
  marking: { rubric?: Criterion[]; ratings?: Rating[] }
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
      .query<{ name: string; created_at: number; updated_at: number; rubric: string | null }>(
        'SELECT name, created_at, updated_at, rubric FROM prompt_sets WHERE id = ? AND deleted_at IS NULL',
      )
      .get(id)
    if (row === undefined) return undefined
    const { name, created_at: createdAt, updated_at: updatedAt } = row
    return {
      name,
      createdAt,
      updatedAt,
      prompts: promptsOfSet(this.#database).all(id).map(toPromptContent),
      ...rubricIn(row.rubric),
      runs: this.#runsOf(id),
    }
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

  #runsOf(id: SetId): StoredRunRow[] {
    const rows = this.#database
      .query<SetRunRow>('SELECT * FROM set_runs WHERE set_id = ? ORDER BY started_at, rowid')
      .all(id)
    const judges = (run: SetRunRow) => rows.filter(({ judge_of: judged }) => judged === run.id)
    return rows
      .filter(({ judge_of: judged }) => judged === null)
      .flatMap((run) => [run, ...judges(run)])
      .map(toRun)
  }
}

function toRun(row: SetRunRow): StoredRunRow {
  return {
    ...cellsOf(row),
    id: row.id,
    state: row.state,
    asked: fromJson<unknown[]>(row.prompts),
    atOnce: row.at_once,
    costLimitUsd: row.cost_limit_usd,
    error: row.error === null ? null : fromJson<ErrorData>(row.error),
    revealedAt: row.revealed_at,
    isJudge: row.judge_of !== null,
    marking: {
      ...rubricIn(row.rubric),
      ...(row.ratings === null ? {} : { ratings: fromJson<Rating[]>(row.ratings) }),
    },
  }
}
