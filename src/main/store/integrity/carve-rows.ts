import { systemClock } from '../../base/clock'
import { openDatabase } from '../database/database'
import { migrate, migrations, newestVersion } from '../database/migrations/migrations'
import { tableColumns } from '../database/table'
import { PageFile, recordsOf, type RecordValue } from './page-file'
import { type RepairedTable, repairedTables } from './repaired-rows'
import type { RawRow } from './walk-rows'

/** The content of the pages of a file, even if nothing refers to it any more. */
export interface CarvedRows {
  /** The rows of each table, in the order of their numbers. */
  rows: ReadonlyMap<string, RawRow[]>
  /**
   * The positions of messages according to the indexes, including those whose rows were not found and false matches.
   */
  places: readonly CarvedPlace[]
  /** The numbers of rows by an id that they have or refer to. */
  numbers: ReadonlyMap<string, number[]>
}

/** The row number of a message in the damaged file, its session, and the message that it answers. */
interface CarvedPlace {
  number: number
  sessionId: string
  parentId: string | null
}

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
  table: RepairedTable
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
        return repairedTables.map((table) => ({ table, columns: tableColumns(database, table.name) }))
      })
      .toReversed()
      .flat()
      .filter(({ columns }) => columns.length > 0)
  } finally {
    database.close()
  }
}

function tableOf(
  layouts: readonly Layout[],
  number: number | null,
  values: readonly RecordValue[],
): { table: string; row: RawRow } | null {
  for (const { table, columns } of layouts) {
    const isNumbered = table.key === undefined
    if (columns.length !== values.length || isNumbered !== (number !== null)) continue
    const row: RawRow = {
      ...Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])),
      walked: number,
    }
    if (table.isRow(row)) return { table: table.name, row }
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
