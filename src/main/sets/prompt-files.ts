import { parse } from 'csv-parse/sync'

import { failure } from '../../shared/failures/failure'
import { parseForeignJson } from '../../shared/json-depth'
import { isRecord } from '../../shared/record'
import type { PromptPast } from '../../shared/sets/past'
import { check, promptPast } from '../../shared/sets/schema'
import type { Check } from '../../shared/sets/checks'
import { checkLimits } from '../../shared/sets/checks'
import {
  type LeftPart,
  type PromptColumnRole,
  promptColumnRoles,
  type PromptContent,
  type PromptFileFormat,
  type PromptFileKind,
  type PromptPreview,
  type PromptRowProblem,
  setLimits,
} from '../../shared/sets/sets'
import { csvContent } from '../../shared/text/csv-delimiter'
import { datasetOf, pastColumn, plainRow, type Row } from './files/dataset-rows'
import { LeftParts } from './files/left-parts'
import { anyOf } from './files/promptfoo-checks'
import { expandPromptfoo, isPromptfoo } from './files/promptfoo-file'
import { plainText } from './files/plain-text'
import { parseForeignYaml } from './files/yaml-text'

/** More than any row has whose prompt and values are within their limits. */
const maxRowChars = 8_000_000

/** A file with prompts. */
export interface PromptFile {
  format: PromptFileFormat
  content: string
  /**
   * The column of each role, null for none. A role without an entry uses the column with its own name, if there is one.
   */
  columns?: Partial<Record<PromptColumnRole, string | null>> | undefined
  /** Columns that are not used, not even as variables; by default, those that a known tool needs for itself. */
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
  /** What else the file has; absent if there is nothing. */
  left?: LeftPart[]
}

/** Length of an example from a column, in UTF-16 units. */
const exampleChars = 200

/** Names that other tools give the column of prompts. */
const promptNames = ['prompt', 'text', 'question', 'input', 'messages']
/** Objects of JSON that wrap the rows. */
const listNames = ['data', 'items', 'rows']

interface NumberedRow {
  number: number
  /** Null for a line that is neither an object nor a text. */
  row: Row | null
}

/**
 * Reads the prompts of a file. Columns without a role are variables.
 * @throws INVALID_INPUT it cannot be read, or has no prompts
 */
export function readPromptFile(file: PromptFile): ReadPrompts {
  const opened = openFile(file)
  const { kind, names, columns } = opened
  if (kind === 'table' && file.template === undefined && !columns.has('prompt') && names.size > 0) {
    throw failure('INVALID_INPUT', 'set-file-columns', { field: 'file', columns: [...names].slice(0, 100) })
  }
  return readOpened(opened, file)
}

/**
 * Reads the prompts that a file would add. A file without a column of prompts has only bad rows.
 * @throws INVALID_INPUT the file cannot be read
 */
export function previewPromptFile(file: PromptFile): PromptPreview {
  const opened = openFile(file)
  const { kind, rows, names, columns, leftOut, expected } = opened
  const { prompts, ...report } = readOpened(opened, file)
  return {
    kind,
    ...(expected === undefined ? {} : { expected }),
    columns: [...names]
      .slice(0, setLimits.previewedColumns)
      .map((name) => ({ name, example: exampleOf(rows, name) })),
    roles: Object.fromEntries(columns),
    leftOut: [...leftOut].slice(0, setLimits.previewedColumns),
    prompts: prompts.slice(0, setLimits.previewedPrompts),
    added: prompts.length,
    ...report,
  }
}

interface OpenedFile {
  kind: PromptFileKind
  /** A configuration instead of rows. */
  config?: Readonly<Record<string, unknown>>
  rows: readonly NumberedRow[]
  names: ReadonlySet<string>
  columns: ReadonlyMap<PromptColumnRole, string>
  leftOut: ReadonlySet<string>
  expected?: string
  left: LeftParts
}

function openFile(file: PromptFile): OpenedFile {
  const left = new LeftParts()
  const value = file.format === 'json' || file.format === 'yaml' ? documentIn(file) : null
  if (isPromptfoo(value)) {
    const columns = new Map<PromptColumnRole, string>()
    return { kind: 'promptfoo', config: value, rows: [], names: new Set(), columns, leftOut: new Set(), left }
  }
  const given = value === null ? rowsOf(file) : rowsIn(value)
  const dataset = datasetOf(namesOf(given))
  const rows =
    dataset === null
      ? given
      : given.map(({ number, row }) => ({ number, row: row === null ? null : plainRow(row, dataset, left) }))
  const names = namesOf(rows)
  const columns = columnsOf(file, names)
  if (dataset === null) return { kind: 'table', rows, names, columns, leftOut: new Set(file.leftOut), left }
  names.delete(pastColumn)
  const { kind, expected } = dataset
  // What the question itself has are variables, and so are texts beside chats.
  const hasTexts = (name: string) =>
    kind === 'openai-chat' && given.some(({ row }) => typeof row?.get(name) === 'string')
  const used = [...columns.values(), 'values']
  const own = [...namesOf(given)].filter((name) => !used.includes(name) && !hasTexts(name))
  const leftOut = new Set(file.leftOut ?? [...own, expected].filter((name) => names.has(name)))
  return { kind, ...(names.has(expected) ? { expected } : {}), rows, names, columns, leftOut, left }
}

/** The columns of all rows. */
function namesOf(rows: readonly NumberedRow[]): Set<string> {
  return new Set(rows.flatMap(({ row }) => (row === null ? [] : [...row.keys()])))
}

/** A file that is one value; null for one with a value per line. */
function documentIn({ format, content }: PromptFile): unknown {
  if (format === 'yaml') return parseForeignYaml(content)
  try {
    return parseForeignJson(content.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

function rowsOf({ format, content }: PromptFile): NumberedRow[] {
  return format === 'csv' ? csvRows(content) : jsonLines(content)
}

/** The rows of a value: its list, that of one of its keys, or itself. */
function rowsIn(value: unknown): NumberedRow[] {
  const wrapped = isRecord(value) ? listNames.map((name) => value[name]).find(Array.isArray) : value
  const all: readonly unknown[] = Array.isArray(wrapped) ? wrapped : [value]
  return all.map((each, at) => ({ number: at + 1, row: rowOf(each) }))
}

function readOpened({ config, left, ...opened }: OpenedFile, file: PromptFile): ReadPrompts {
  for (const { row } of opened.rows) {
    for (const [name, value] of row ?? []) if (opened.leftOut.has(name) && !isEmpty(value)) left.add(name)
  }
  const { expanded, more } =
    config === undefined
      ? {
          expanded: opened.rows.map(({ number, row }) => ({
            number,
            prompt: promptOf(row, opened, file.template),
          })),
          more: 0,
        }
      : expandPromptfoo(config, left, setLimits.prompts)
  const read: ReadPrompts = { prompts: [], skipped: 0, problems: [] }
  const skip = (row: number, reason: PromptRowProblem, count = 1) => {
    read.skipped += count
    if (read.problems.length < setLimits.describedProblems) read.problems.push({ row, reason })
  }
  for (const { number, prompt: given } of expanded) {
    const prompt = typeof given === 'string' ? given : bounded(given)
    if (typeof prompt === 'string') skip(number, prompt)
    else if (read.prompts.length >= setLimits.prompts) skip(number, 'too-many')
    else read.prompts.push(prompt)
  }
  if (more > 0) skip((expanded.at(-1)?.number ?? 0) + 1, 'too-many', more)
  const parts = left.list()
  return parts.length === 0 ? read : { ...read, left: parts }
}

function isEmpty(value: unknown): boolean {
  const hasNothing = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || hasNothing
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
    return rowOf(parseForeignJson(line))
  } catch {
    return null
  }
}

function rowOf(value: unknown): Row | null {
  if (typeof value === 'string') return new Map([['prompt', value]])
  return isRecord(value) ? new Map(Object.entries(value)) : null
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
  row: Row | null,
  { columns, leftOut }: Pick<OpenedFile, 'columns' | 'leftOut'>,
  template: string | undefined,
): PromptContent | PromptRowProblem {
  if (row === null) return 'not-json'
  const said = (role: PromptColumnRole) => {
    const column = columns.get(role)
    return column === undefined ? '' : (plainText(row.get(column)) ?? '')
  }
  const text = template ?? said('prompt')
  const taken = new Set([...columns.values(), 'values'])
  const values = valuesOf(row, (name) => taken.has(name) || leftOut.has(name))
  const column = columns.get('checks')
  const given = column === undefined ? [] : listOf(row.get(column))
  if (given === null) return 'bad-check'
  const checks: unknown[] = [...given]
  for (const role of ['contains', 'equals'] as const) {
    const value = row.get(columns.get(role) ?? '')
    if (Array.isArray(value)) checks.push(anyCheck(role, value))
    else if (said(role) !== '') checks.push({ kind: role, value: said(role) })
  }
  if (said('matches') !== '') checks.push({ kind: 'matches', pattern: said('matches') })
  if (checks.length > checkLimits.checks || !checks.every(isCheck)) return 'bad-check'
  const past = row.get(pastColumn)
  return {
    text,
    systemPrompt: said('system') === '' ? null : said('system'),
    values,
    checks,
    ...(isRecord(past) ? { past: past as PromptPast } : {}),
  }
}

/** The variables of a row: its other columns, and what an object named `values` has. */
function valuesOf(row: Row, isTaken: (name: string) => boolean): Record<string, string> {
  const nested = row.get('values')
  const given: [string, unknown][] = [
    ...[...row].filter(([name]) => !isTaken(name)),
    ...(typeof nested === 'object' && nested !== null && !Array.isArray(nested)
      ? Object.entries(nested)
      : []),
  ]
  const values = given.flatMap(([name, value]): [string, string][] => {
    const text = plainText(value)
    return name === '' || name === '__proto__' || text === null ? [] : [[name, text]]
  })
  return Object.fromEntries(values)
}

/** A check for any of several expected answers. */
function anyCheck(role: 'contains' | 'equals', values: readonly unknown[]): object {
  const any = anyOf(values.map(String))
  return { kind: 'matches', pattern: role === 'equals' ? String.raw`^\s*${any}\s*$` : any }
}

/** Why it is no prompt of a set, if it is none. */
function bounded(prompt: PromptContent): PromptContent | PromptRowProblem {
  const { text, systemPrompt, values, past } = prompt
  if (past !== undefined && !promptPast.safeParse(past).success) return 'bad-messages'
  if (text.trim() === '') return 'prompt-missing'
  if (Math.max(text.length, systemPrompt?.length ?? 0) > setLimits.promptChars) return 'prompt-too-long'
  const given = Object.entries(values)
  const isBounded = given.every(
    ([name, value]) => name.length <= setLimits.variableNameChars && value.length <= setLimits.valueChars,
  )
  return isBounded && given.length <= setLimits.variables ? prompt : 'bad-values'
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
