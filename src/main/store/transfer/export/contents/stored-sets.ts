import type { SetRunId } from '../../../../../shared/ids'
import type { LineUpModel, SetRowVerdict } from '../../../../../shared/sets/sets'
import { VerdictsOnRuns } from '../../../comparisons/row-verdicts'
import type { ReadableDatabase } from '../../../database/database'
import { fromJson } from '../../../database/stored-json'
import { type CellAnswer, cellAnswers, type JudgedPair, type RunPrompt } from '../../../sets/stored-answers'
import type { BallotEntry } from '../../../sets/set-ballots'
import type { SetRunRow } from '../../../sets/set-rows'

/** An answer with the number of its cell. */
export interface NumberedAnswer {
  cell: number
  answer: CellAnswer
}

/** What was asked, of whom, and the answers. */
export interface StoredCells {
  name: string
  models: LineUpModel[]
  repeats: number
  startedAt: number
  endedAt: number | null
  /** No answer is missing. */
  isComplete: boolean
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
    isComplete: run.isComplete && open.size === 0,
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
    isComplete: row.state === 'done',
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
