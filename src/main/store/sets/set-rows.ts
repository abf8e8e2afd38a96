import { z } from 'zod'

import type { SetId, SetPromptId, SetRunId } from '../../../shared/ids'
import { type Check, passedAll } from '../../../shared/sets/checks'
import { type PromptContent, type SetAnswer, setRunStates } from '../../../shared/sets/sets'
import type { ReadableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { columnNames, insertionInto, jsonText, optionalText, rowId, textOf } from '../database/table'
import type { CellAnswer } from './stored-answers'

/** The columns of the table `prompt_sets`. */
const setRow = z.object({
  id: rowId<SetId>(),
  name: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: z.number().nullable(),
})
export type SetRow = z.infer<typeof setRow>
export const setInsertion = insertionInto('prompt_sets', columnNames(setRow))

/** The columns of the table `set_prompts`. */
const promptRow = z.object({
  id: rowId<SetPromptId>(),
  set_id: rowId<SetId>(),
  position: z.number(),
  text: z.string(),
  system_prompt: optionalText,
  variables: jsonText,
  checks: jsonText,
})
type SetPromptRow = z.infer<typeof promptRow>
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
  }
}

/** The columns with the content of a prompt. */
export function promptColumns({ text, systemPrompt, values, checks }: PromptContent) {
  return { text, system_prompt: systemPrompt, variables: toJson(values), checks: toJson(checks) }
}

/** The columns of the table `set_runs`. */
const runRow = z.object({
  id: rowId<SetRunId>(),
  set_id: rowId<SetId>(),
  name: z.string(),
  state: z.enum(setRunStates),
  models: jsonText,
  prompt_count: z.number(),
  repeats: z.number(),
  at_once: z.number(),
  cost_limit_usd: z.number().nullable(),
  judge_of: textOf<SetRunId>(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  revealed_at: z.number().nullable(),
  error: jsonText.nullable(),
  /** Its prompts or, for a judge, the pairs that it compares. They may be long. */
  prompts: jsonText,
})
export type SetRunRow = z.infer<typeof runRow>
export const runInsertion = insertionInto('set_runs', columnNames(runRow))

/** The columns of a run without its prompts. */
export const runColumns = columnNames(runRow.omit({ prompts: true })).join(', ')

/** The columns of the table `set_cells` with the answer of a cell. */
const answerRow = z.object({
  text: z.string(),
  error: jsonText.nullable(),
  finish: z.custom<SetAnswer['finish']>(),
  usage: jsonText,
  cost_usd: z.number().nullable(),
  ttft_ms: z.number().nullable(),
  duration_ms: z.number().nullable(),
  checks: jsonText.nullable(),
  passed: z.number().nullable(),
  answered_at: z.number(),
})

/** A row of a cell with an answer. */
export interface AnsweredCellRow extends z.infer<typeof answerRow> {
  cell: number
}

const answerColumnNames = columnNames(answerRow)

/** The assignments that store the answer of a cell. */
export const answerAssignments = answerColumnNames.map((column) => `${column} = :${column}`).join(', ')

/** The statement that adds a cell with its answer. */
export const answeredCellInsertion = `
  INSERT INTO set_cells (run_id, cell, is_done, attempts, lost_usd, ${answerColumnNames.join(', ')})
  VALUES (:runId, :cell, 1, 1, 0, ${answerColumnNames.map((column) => `:${column}`).join(', ')})
  ON CONFLICT (run_id, cell) DO NOTHING`

/** The columns with the answer of a cell. */
export function answerColumns(answer: CellAnswer): z.infer<typeof answerRow> {
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
