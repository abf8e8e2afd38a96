import { mergeKinds } from '../../../../shared/merges/merges'
import { lookupTable } from '../../../../shared/lookup-table'
import { projectColours } from '../../../../shared/projects/projects'
import { setRunStates } from '../../../../shared/sets/sets'
import { spendingPurposes } from '../../../../shared/spending/spending'
import { systemClock } from '../../../base/clock'
import { openDatabase, type ReadableDatabase } from '../../database/database'
import { migrate, migrations, newestVersion } from '../../database/migrations/migrations'
import { PageFile } from './page-file'
import { type RecordValue, recordsOf } from './page-records'
import type { RawRow } from './walk-rows'

/** What the pages of a file contain, whether or not anything still refers to them. */
export interface CarvedRows {
  /** By table, in the order of their numbers. */
  rows: ReadonlyMap<string, RawRow[]>
  /**
   * The positions of messages according to the indexes, including those whose rows were not found and false matches.
   */
  places: readonly CarvedPlace[]
  /** The numbers of rows by an id that they have or refer to. */
  numbers: ReadonlyMap<string, number[]>
}

/** The row number of a message in the damaged file, its session, and the message that it answers. */
export interface CarvedPlace {
  number: number
  sessionId: string
  parentId: string | null
}

/** What a row of a table must contain; otherwise it belongs to another table with as many columns. */
const marks = lookupTable<(row: RawRow) => boolean>({
  sessions: ({ kind, params }) => isOneOf(kind, ['chat', 'pane']) && typeof params === 'string',
  messages: ({ role, parts }) =>
    isOneOf(role, ['user', 'assistant', 'tool', 'system']) && typeof parts === 'string',
  comparisons: ({ title_source: source }) => isOneOf(source, ['none', 'auto', 'named', 'user']),
  panes: ({ session_id: session, position }) => typeof session === 'string' && typeof position === 'number',
  runs: ({ kind, state }) => isOneOf(kind, ['detached', 'direct']) && isOneOf(state, ['open', 'closed']),
  queued_messages: ({ mode, text }) => isOneOf(mode, ['chat', 'agent']) && typeof text === 'string',
  run_journal: ({ chunk, events }) => typeof chunk === 'number' && typeof events === 'string',
  attachments: ({ hash, size_bytes: size }) =>
    typeof hash === 'string' && hash.length === 64 && typeof size === 'number',
  prompts: ({ folded_name: name, text }) => typeof name === 'string' && typeof text === 'string',
  line_ups: ({ folded_name: name, panes }) => typeof name === 'string' && isList(panes),
  projects: ({ folded_name: name, colour }) => typeof name === 'string' && isOneOf(colour, projectColours),
  knowledge_sources: ({ kind, is_allowed: isAllowed, attachment_id: attachment, path }) =>
    isOneOf(kind, ['file', 'folder']) &&
    (isAllowed === 0 || isAllowed === 1) &&
    typeof (kind === 'file' ? attachment : path) === 'string',
  votes: ({ result, shown }) =>
    isOneOf(result, ['best', 'order', 'tie', 'all-bad']) && typeof shown === 'string',
  merges: ({ kind, answers }) => isOneOf(kind, mergeKinds) && typeof answers === 'string',
  row_verdicts: ({ comparison_id: comparison, passages, judgement }) =>
    typeof comparison === 'string' && isList(passages) && typeof judgement === 'string',
  prompt_sets: ({ name, created_at: at, id }) =>
    typeof id === 'string' && typeof name === 'string' && typeof at === 'number' && at > 1e12,
  set_prompts: ({ set_id: set, position, checks }) =>
    typeof set === 'string' && typeof position === 'number' && isList(checks),
  set_runs: ({ state, models, prompts }) => isOneOf(state, setRunStates) && isList(models) && isList(prompts),
  set_ballots: ({ run_id: run, prompt, answers }) =>
    typeof run === 'string' && typeof prompt === 'number' && isList(answers),
  set_cells: ({ run_id: run, cell, attempts }) =>
    typeof run === 'string' && typeof cell === 'number' && typeof attempts === 'number',
  spending: ({ purpose, model }) => isOneOf(purpose, spendingPurposes) && typeof model === 'string',
  file_edits: ({ tool_call_id: call, names, after_hash: hash }) =>
    typeof call === 'string' && isList(names) && typeof hash === 'string' && hash.length === 64,
  // An index of messages has the same columns, with a row number in place of a time.
  drafts: ({ place, updated_at: at }) => typeof place === 'string' && typeof at === 'number' && at > 1e12,
})

/** Reads a database page by page, ignoring the tree that leads to the rows: for a file that SQLite cannot read. */
export function carveRows(databaseFile: string): CarvedRows {
  const layouts = tableLayouts()
  const rows = new Map<string, RawRow[]>()
  const places: CarvedPlace[] = []
  const numbers = new Map<string, number[]>()
  const file = new PageFile(databaseFile)
  try {
    for (const page of file.pages()) {
      for (const { number, values } of recordsOf(file, page)) {
        const found = tableOf(layouts, number, values)
        if (found !== null) {
          const others = rows.get(found.table)
          if (others === undefined) rows.set(found.table, [found.row])
          else others.push(found.row)
        } else if (number === null) {
          noteIndexed(values, places, numbers)
        }
      }
    }
  } finally {
    file.close()
  }
  for (const found of rows.values()) {
    found.sort((one, other) => Number(one['walked'] ?? 0) - Number(other['walked'] ?? 0))
  }
  return { rows, places, numbers }
}

interface Layout {
  table: string
  columns: string[]
}

/** The column layouts of every table, in any version of the file; newest first. */
function tableLayouts(): Layout[] {
  const database = openDatabase(':memory:', {
    clock: systemClock,
    onSlowStatement: () => {},
    newestVersion,
  })
  try {
    return migrations
      .map(({ version }) => {
        migrate(
          database,
          migrations.filter((step) => step.version === version),
        )
        return Array.from(marks.keys(), (table) => ({ table, columns: columnsOf(database, table) }))
      })
      .toReversed()
      .flat()
      .filter(({ columns }) => columns.length > 0)
  } finally {
    database.close()
  }
}

function columnsOf(database: ReadableDatabase, table: string): string[] {
  return database
    .query<{ name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
}

function tableOf(
  layouts: readonly Layout[],
  number: number | null,
  values: readonly RecordValue[],
): { table: string; row: RawRow } | null {
  for (const { table, columns } of layouts) {
    // Rows of these two have no number, and are on index pages.
    const isNumbered = table !== 'drafts' && table !== 'run_journal'
    if (columns.length !== values.length || isNumbered !== (number !== null)) continue
    const row: RawRow = {
      ...Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])),
      walked: number,
    }
    if (marks.get(table)?.(row) === true) return { table, row }
  }
  return null
}

/** Index records contain their columns, then the row number. */
function noteIndexed(
  values: readonly RecordValue[],
  places: CarvedPlace[],
  numbers: Map<string, number[]>,
): void {
  const number = values.at(-1)
  if (typeof number !== 'number') return
  const [first, second] = values
  if (values.length === 3 && typeof second === 'string' && typeof first !== 'number') {
    places.push({ number, sessionId: second, parentId: first ?? null })
  }
  if (values.length !== 2 || typeof first !== 'string') return
  const others = numbers.get(first)
  if (others === undefined) numbers.set(first, [number])
  else others.push(number)
}

function isList(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('[')
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value === 'string' && allowed.includes(value)
}
