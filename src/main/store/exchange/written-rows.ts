import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

import { revivedPart } from '../database/migrations/row-version-tables'
import { isRowVersion, type RowVersion } from '../database/row-clock'
import { toJson } from '../database/stored-json'
import { type ExchangedRow, withinPart } from './exchanged-rows'
import { type Place, placeOf, places, type SqlValue, travellingColumns } from './places'
import { rowShapes } from './row-shapes'

/** A row in a file: its table, its columns with JSON as values, and the versions of its changed parts. */
export interface WrittenRow {
  table: Place['table']
  row: Readonly<Record<string, unknown>>
  versions?: Readonly<Record<string, RowVersion>>
}

/** The row as it is written to a file that people can read. */
export function toWritten({ table, row, versions }: ExchangedRow): WrittenRow {
  const json = new Set(placeOf(table)?.json)
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    json.has(name) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
  ])
  const written = Object.fromEntries(columns) as Record<string, unknown>
  // Whoever opens the file should not see by accident what the comparison hides.
  if (table === 'sealed') written['columns'] = Buffer.from(String(row['columns'])).toString('base64')
  return { table, row: written, ...(Object.keys(versions).length === 0 ? {} : { versions }) }
}

/** A row of a file, or the error of the first column that is not as it must be. */
export type ReadRow = { row: ExchangedRow; error?: never } | { row?: never; error: z.ZodError }

/** True if a parsed value claims to be a row of a table that travels. */
export function claimsToBeRow(value: Readonly<Record<string, unknown>>): boolean {
  return places.some(({ table }) => table === value['table']) && 'row' in value
}

/** Checks a row of a file completely: whoever wrote the file may want to do harm. */
export function readRow(value: Readonly<Record<string, unknown>>): ReadRow {
  const table = value['table'] as Place['table']
  const place = placeOf(table)
  const checked = rowShapes[table].safeParse(value['row'])
  if (place === null || !checked.success) return { error: checked.error ?? new z.ZodError([]) }
  const given = value['row'] as Readonly<Record<string, unknown>>
  const json = new Set(place.json)
  const columns = travellingColumns(place).map((name): [string, SqlValue] => {
    const column = checked.data[name]
    return [name, json.has(name) ? jsonColumn(column, given[name]) : (column as SqlValue)]
  })
  const row = Object.fromEntries(columns)
  const versions = versionsOf(place, value['versions'])
  if (table !== 'sealed') return { row: { table, row, versions } }
  const sealed = sealedColumns(row)
  return sealed.error === undefined
    ? { row: { table, row: { ...row, columns: sealed.text }, versions } }
    : sealed
}

/** The JSON of a checked value: with its keys in the order of the file if nothing was dropped. */
function jsonColumn(checked: unknown, given: unknown): string | null {
  if (checked === null) return null
  return toJson(isDeepStrictEqual(checked, given) ? given : checked)
}

/** Columns that no reveal changes. */
const unsealed: Partial<Record<Place['table'], Record<string, true>>> = {
  sessions: { leaf_id: true, project_id: true, deleted_at: true },
  messages: { parent_id: true, origin: true },
}

const notSealed = new z.ZodError([
  { code: 'custom', path: ['columns'], message: 'not columns of a hidden contestant', input: undefined },
])

/** The sealed columns are those of a row of another table. */
function sealedColumns(
  row: Readonly<Record<string, SqlValue>>,
): { text: string; error?: never } | { error: z.ZodError } {
  const place = placeOf(row['place'] as Place['table'])
  const written = parsed(Buffer.from(String(row['columns']), 'base64').toString())
  if (place === null || typeof written !== 'object' || written === null) return { error: notSealed }
  const json = new Set(place.json)
  const columns = Object.entries(written).map(([name, value]: [string, unknown]) => [
    name,
    json.has(name) && typeof value === 'string' ? parsed(value) : value,
  ])
  const sealedRow = Object.fromEntries(columns) as Record<string, unknown>
  if (!namesItsRow(sealedRow, row)) return { error: notSealed }
  const checked = rowShapes[place.table]
    .omit(unsealed[place.table] ?? {})
    .partial()
    .strict()
    .safeParse(sealedRow)
  return checked.success ? { text: toJson(written) } : { error: checked.error }
}

/** The reveal writes what is sealed to the row that it names: that of the session, or a message of it. */
function namesItsRow(
  sealed: Readonly<Record<string, unknown>>,
  { place, row_id: rowId, session_id: session }: Readonly<Record<string, SqlValue>>,
): boolean {
  if (place === 'spending') return true
  const owner = place === 'sessions' ? rowId : (sealed['session_id'] ?? session)
  return sealed['id'] === rowId && owner === session
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, so no shape accepts it.
    return undefined
  }
}

function versionsOf({ parts, references }: Place, given: unknown): Record<string, RowVersion> {
  if (typeof given !== 'object' || given === null) return {}
  const names = [...Object.keys(parts), ...Object.keys(references).map(withinPart), revivedPart]
  const versions = Object.entries(given).filter(
    (entry): entry is [string, RowVersion] => names.includes(entry[0]) && isRowVersion(entry[1]),
  )
  return Object.fromEntries(versions)
}
