import type { SetId, SetPromptId, SetRunId } from '../../../shared/ids'
import { type Check, passedAll } from '../../../shared/sets/checks'
import type { PromptPast } from '../../../shared/sets/past'
import type { EarlierAnswer } from '../../../shared/sets/schema'
import type { Criterion } from '../../../shared/sets/rubrics'
import type { PromptContent, SetAnswer, SetRunState } from '../../../shared/sets/sets'
import type { ReadableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { assignments, column, columnNames, insertionInto } from '../database/table'
import type { CellAnswer } from './stored-answers'

/** The columns of the table `prompt_sets`. */
const setRow = {
  id: column<SetId>(),
  name: column<string>(),
  created_at: column<number>(),
  updated_at: column<number>(),
  deleted_at: column<number | null>(),
  rubric: column<string | null>(),
}
export type SetRow = typeof setRow
export const setInsertion = insertionInto('prompt_sets', columnNames(setRow))

/** The columns of the table `set_prompts`. */
const promptRow = {
  id: column<SetPromptId>(),
  set_id: column<SetId>(),
  position: column<number>(),
  text: column<string>(),
  system_prompt: column<string | null>(),
  variables: column<string>(),
  checks: column<string>(),
  past: column<string | null>(),
  expected: column<string | null>(),
  seen_by: column<string | null>(),
  answer: column<string | null>(),
}
type SetPromptRow = typeof promptRow
export const promptInsertion = insertionInto('set_prompts', columnNames(promptRow))

/** The prompts of a set, in order. */
export function promptsOfSet(database: ReadableDatabase) {
  return database.query<SetPromptRow>('SELECT * FROM set_prompts WHERE set_id = ? ORDER BY position, rowid')
}

/** The content of the prompt in a row. */
export function toPromptContent(row: SetPromptRow): PromptContent {
  return {
    text: row.text,
    systemPrompt: row.system_prompt,
    values: fromJson<Record<string, string>>(row.variables),
    checks: fromJson<Check[]>(row.checks),
    ...(row.past === null ? {} : { past: fromJson<PromptPast>(row.past) }),
    ...(row.expected === null ? {} : { expected: row.expected }),
    ...(row.answer === null ? {} : { answer: fromJson<EarlierAnswer>(row.answer) }),
    ...(row.seen_by === null ? {} : { seenBy: fromJson<string[]>(row.seen_by) }),
  }
}

/** The columns with the content of a prompt. */
export function promptColumns(prompt: PromptContent) {
  const { text, systemPrompt, values, checks, past, expected, seenBy, answer } = prompt
  return {
    text,
    system_prompt: systemPrompt,
    variables: toJson(values),
    checks: toJson(checks),
    past: past === undefined ? null : toJson(past),
    expected: expected ?? null,
    seen_by: seenBy === undefined ? null : toJson(seenBy),
    answer: answer === undefined ? null : toJson(answer),
  }
}

/** The columns of the table `set_runs`. */
const runRow = {
  id: column<SetRunId>(),
  set_id: column<SetId>(),
  name: column<string>(),
  state: column<SetRunState>(),
  models: column<string>(),
  prompt_count: column<number>(),
  repeats: column<number>(),
  at_once: column<number>(),
  cost_limit_usd: column<number | null>(),
  judge_of: column<SetRunId | null>(),
  rubric: column<string | null>(),
  ratings: column<string | null>(),
  started_at: column<number>(),
  ended_at: column<number | null>(),
  revealed_at: column<number | null>(),
  error: column<string | null>(),
  /** Its prompts or, for a judge, the pairs that it compares. They may be long. */
  prompts: column<string>(),
}
export type SetRunRow = typeof runRow
export const runInsertion = insertionInto('set_runs', columnNames(runRow))

/** The columns of a run without its prompts and marks. The criteria are those of its set, or of the judge. */
export const runColumns = columnNames(runRow)
  .filter((name) => name !== 'prompts' && name !== 'ratings')
  .join(', ')
  .replace(
    'rubric',
    'iif(judge_of IS NULL, (SELECT rubric FROM prompt_sets WHERE id = set_id), rubric) AS rubric',
  )

/** The criteria in a column, as part of what has them. */
export function rubricIn(json: string | null): { rubric?: Criterion[] } {
  return json === null ? {} : { rubric: fromJson<Criterion[]>(json) }
}

/** The columns of the table `set_cells` with the answer of a cell. */
const answerRow = {
  text: column<string>(),
  error: column<string | null>(),
  finish: column<SetAnswer['finish']>(),
  usage: column<string>(),
  cost_usd: column<number | null>(),
  ttft_ms: column<number | null>(),
  duration_ms: column<number | null>(),
  checks: column<string | null>(),
  passed: column<number | null>(),
  answered_at: column<number>(),
  course: column<string | null>(),
}

/** A row of a cell with an answer. */
export type AnsweredCellRow = typeof answerRow & {
  cell: number
}

const answerColumnNames = columnNames(answerRow)

/** The assignments that store the answer of a cell. */
export const answerAssignments = assignments(answerColumnNames)

/** The statement that adds a cell with its answer. */
export const answeredCellInsertion = `
  INSERT INTO set_cells (run_id, cell, is_done, attempts, lost_usd, ${answerColumnNames.join(', ')})
  VALUES (:runId, :cell, 1, 1, 0, ${answerColumnNames.map((name) => `:${name}`).join(', ')})
  ON CONFLICT (run_id, cell) DO NOTHING`

/** The columns with the answer of a cell. */
export function answerColumns(answer: CellAnswer): typeof answerRow {
  return {
    text: answer.text,
    error: answer.error === null ? null : toJson(answer.error),
    finish: answer.finish,
    usage: toJson(answer.usage),
    cost_usd: answer.costUsd,
    ttft_ms: answer.ttftMs,
    duration_ms: answer.durationMs,
    ...checkColumns(answer),
    answered_at: answer.at,
    course: answer.course === undefined ? null : toJson(answer.course),
  }
}

/** The columns with the checks. An answer without any is neither passed nor failed; an error passes no check. */
export function checkColumns({ checks, error }: Pick<CellAnswer, 'checks' | 'error'>) {
  const hasPassed = passedAll(checks)
  return {
    checks: checks === null ? null : toJson(checks),
    passed: hasPassed === null ? null : Number(error === null && hasPassed),
  }
}
