import { parse } from 'csv-parse/sync'

import { failure } from '../../shared/failures/failure'
import { parseForeignJson } from '../../shared/json-depth'
import { check } from '../../shared/sets/schema'
import type { Check } from '../../shared/sets/checks'
import { checkLimits } from '../../shared/sets/checks'
import {
  type PromptColumnRole,
  promptColumnRoles,
  type PromptContent,
  type PromptPreview,
  type PromptRowProblem,
  setLimits,
} from '../../shared/sets/sets'
import { csvContent } from '../base/csv-delimiter'

/** More than any row has whose prompt and values are within their limits. */
const maxRowChars = 8_000_000

/** A file with one prompt per row. */
export interface PromptFile {
  format: 'jsonl' | 'csv'
  content: string
  /**
   * The column of each role, null for none. A role without an entry uses the column with its own name, if there is one.
   */
  columns?: Partial<Record<PromptColumnRole, string | null>> | undefined
  /** Columns that are not used, not even as variables. */
  leftOut?: readonly string[] | undefined
  /** The prompt of every row, with the columns as variables. */
  template?: string | undefined
}

/** The prompts of a file. */
export interface ReadPrompts {
  prompts: PromptContent[]
  /** The number of rows that are not prompts. */
  skipped: number
  /** The first of them: by their line in JSON Lines, in CSV counted from 1 without the header. */
  problems: { row: number; reason: PromptRowProblem }[]
}

/** Length of an example from a column, in UTF-16 units. */
const exampleChars = 200

/** Names that other tools give the column of prompts. */
const promptNames = ['prompt', 'text', 'question', 'input']

type Row = ReadonlyMap<string, unknown>

interface NumberedRow {
  number: number
  /** Null for a line that is neither an object nor a text. */
  row: Row | null
}

/** Reads prompts from rows. Columns without a role are variables. @throws INVALID_INPUT it is not CSV, or has no prompts */
export function readPromptFile(file: PromptFile): ReadPrompts {
  const { rows, names, columns } = openFile(file)
  if (file.template === undefined && !columns.has('prompt') && names.size > 0) {
    throw failure('INVALID_INPUT', 'set-file-columns', { field: 'file', columns: [...names].slice(0, 100) })
  }
  return readRows(rows, columns, file)
}

/**
 * Reads the prompts that a file would add. A file without a column of prompts has only bad rows.
 * @throws INVALID_INPUT the file is not CSV
 */
export function previewPromptFile(file: PromptFile): PromptPreview {
  const { rows, names, columns } = openFile(file)
  const { prompts, skipped, problems } = readRows(rows, columns, file)
  return {
    columns: [...names]
      .slice(0, setLimits.previewedColumns)
      .map((name) => ({ name, example: exampleOf(rows, name) })),
    roles: Object.fromEntries(columns),
    prompts: prompts.slice(0, setLimits.previewedPrompts),
    added: prompts.length,
    skipped,
    problems,
  }
}

function openFile(file: PromptFile) {
  const rows = file.format === 'csv' ? csvRows(file.content) : jsonLines(file.content)
  const names = new Set(rows.flatMap(({ row }) => (row === null ? [] : [...row.keys()])))
  return { rows, names, columns: columnsOf(file, names) }
}

/** The beginning of the first text in a column. */
function exampleOf(rows: readonly NumberedRow[], name: string): string {
  for (const { row } of rows) {
    const value = row?.get(name)
    const text = plainText(value) ?? (value === undefined || value === null ? '' : JSON.stringify(value))
    if (text.trim() !== '') return text.slice(0, exampleChars)
  }
  return ''
}

function readRows(
  rows: readonly NumberedRow[],
  columns: ReadonlyMap<PromptColumnRole, string>,
  { template, leftOut = [] }: PromptFile,
): ReadPrompts {
  const read: ReadPrompts = { prompts: [], skipped: 0, problems: [] }
  const skip = (row: number, reason: PromptRowProblem) => {
    read.skipped += 1
    if (read.problems.length < setLimits.describedProblems) read.problems.push({ row, reason })
  }
  for (const { number, row } of rows) {
    const prompt = row === null ? 'not-json' : promptOf(row, { columns, template, leftOut })
    if (typeof prompt === 'string') skip(number, prompt)
    else if (read.prompts.length >= setLimits.prompts) skip(number, 'too-many')
    else read.prompts.push(prompt)
  }
  return read
}

function csvRows(text: string): NumberedRow[] {
  let records: string[][]
  try {
    const { content, delimiter } = csvContent(text)
    records = parse(content, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      // A file that is no table would otherwise be read for many seconds.
      max_record_size: maxRowChars,
    })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw failure('INVALID_INPUT', 'set-file-not-csv', { field: 'file', detail }, error)
  }
  const [header = [], ...rest] = records
  const names = distinct(header.map((name) => name.trim()))
  return rest.map((record, at) => ({
    number: at + 1,
    row: new Map(names.map((name, index) => [name, record[index] ?? ''])),
  }))
}

/** Numbers the columns that share a name, so that none of them is lost. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    if (name === '' || !seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = 2
    while (taken.has(`${name} (${number})`)) number += 1
    taken.add(`${name} (${number})`)
    return `${name} (${number})`
  })
}

/** One JSON object, or one text, per line. */
function jsonLines(content: string): NumberedRow[] {
  return content
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r(?!\n)/)
    .map((line, at) => ({ number: at + 1, line }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ number, line }) => ({ number, row: rowIn(line) }))
}

function rowIn(line: string): Row | null {
  try {
    const value: unknown = parseForeignJson(line)
    if (typeof value === 'string') return new Map([['prompt', value]])
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return new Map(Object.entries(value))
  } catch {
    return null
  }
}

function columnsOf({ columns = {} }: PromptFile, names: ReadonlySet<string>) {
  const byName = new Map([...names].map((name) => [name.toLowerCase(), name]))
  const roles = new Map<PromptColumnRole, string>()
  for (const role of promptColumnRoles) {
    const known = role === 'prompt' ? promptNames : [role]
    const named = columns[role]
    const found = known.map((name) => byName.get(name)).find((name) => name !== undefined)
    const column = named === undefined ? found : named
    if (column !== undefined && column !== null && names.has(column)) roles.set(role, column)
  }
  return roles
}

function promptOf(
  row: Row,
  {
    columns,
    template,
    leftOut,
  }: {
    columns: ReadonlyMap<PromptColumnRole, string>
    template: string | undefined
    leftOut: readonly string[]
  },
): PromptContent | PromptRowProblem {
  const said = (role: PromptColumnRole) => {
    const column = columns.get(role)
    return column === undefined ? '' : (plainText(row.get(column)) ?? '')
  }
  const text = template ?? said('prompt')
  if (text.trim() === '') return 'prompt-missing'
  if (text.length > setLimits.promptChars) return 'prompt-too-long'
  const values = valuesOf(row, new Set([...columns.values(), ...leftOut, 'values']))
  if (values === null) return 'bad-values'
  const column = columns.get('checks')
  const given = column === undefined ? [] : listOf(row.get(column))
  if (given === null) return 'bad-check'
  const checks: unknown[] = [...given]
  if (said('contains') !== '') checks.push({ kind: 'contains', value: said('contains') })
  if (said('equals') !== '') checks.push({ kind: 'equals', value: said('equals') })
  if (said('matches') !== '') checks.push({ kind: 'matches', pattern: said('matches') })
  if (checks.length > checkLimits.checks || !checks.every(isCheck)) return 'bad-check'
  return { text, systemPrompt: said('system') === '' ? null : said('system'), values, checks }
}

/** The variables of a row: its other columns, and what an object named `values` has. Null when there are too many. */
function valuesOf(row: Row, taken: ReadonlySet<string>): Record<string, string> | null {
  const nested = row.get('values')
  const given: [string, unknown][] = [
    ...[...row].filter(([name]) => !taken.has(name)),
    ...(typeof nested === 'object' && nested !== null && !Array.isArray(nested)
      ? Object.entries(nested)
      : []),
  ]
  const values = given.flatMap(([name, value]): [string, string][] => {
    const text = plainText(value)
    return name === '' || name === '__proto__' || text === null ? [] : [[name, text]]
  })
  const isBounded = values.every(
    ([name, value]) => name.length <= setLimits.variableNameChars && value.length <= setLimits.valueChars,
  )
  return isBounded && values.length <= setLimits.variables ? Object.fromEntries(values) : null
}

function isCheck(value: unknown): value is Check {
  return check.safeParse(value).success
}

/** A list of checks, which CSV has as JSON; null if it is not JSON. */
function listOf(value: unknown): unknown[] | null {
  if (typeof value === 'string' && value.trim() !== '') {
    try {
      const parsed: unknown = parseForeignJson(value)
      return Array.isArray(parsed) ? parsed : [parsed]
    } catch {
      return null
    }
  }
  if (Array.isArray(value)) return value
  return value === undefined || value === null || typeof value === 'string' ? [] : [value]
}

/** A value as text; null for one that has no plain text. */
function plainText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
