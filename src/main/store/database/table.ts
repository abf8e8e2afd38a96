import { z } from 'zod'

import type { ReadableDatabase } from './database'

/** An id in a row, of a length that damage does not produce. */
export const rowId = <Id extends string>() =>
  z
    .string()
    .min(1)
    .max(200)
    .transform((id) => id as Id)

/** A column with text of one kind; null for anything else when a row is parsed. */
export const textOf = <Text extends string>() =>
  z
    .string()
    .transform((value) => value as Text)
    .nullable()
    .catch(null)

/** A column with any text or null; null for anything else when a row is parsed. */
export const optionalText = textOf<string>()

/** A column with 0 or 1; 0 for anything else when a row is parsed. */
export const flag = z.int().min(0).max(1).catch(0)

/** A column with a JSON object or list, as text. */
export const jsonText = z.string().refine((text) => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    // A setting or metrics that cannot be reconstructed.
    return false
  }
})

/**
 * A column of a table whose rows are not parsed: only its name exists at run time. Schemas of such tables would delay the
 * start.
 */
export const column = <Type>() => undefined as Type

/** The names of the columns of a row, which is described by `column`s or by the shape of a schema. */
export function columnNames<Row extends object>(row: Row): (keyof Row & string)[] {
  return Object.keys(row) as (keyof Row & string)[]
}

/** The statement that inserts a row, with the value of each column from the parameter of the same name. */
export function insertionInto(
  table: string,
  columns: readonly string[],
  verb: 'INSERT' | 'INSERT OR REPLACE' | 'INSERT OR IGNORE' = 'INSERT',
): string {
  return `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`
}

/** The end of an insertion that changes these columns instead if there is a row with the same key. */
export function orChange(key: string, columns: readonly string[]): string {
  return ` ON CONFLICT (${key}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`
}

/** The assignments of a statement that sets these columns, each from the parameter of the same name. */
export function assignments(columns: readonly string[]): string {
  return columns.map((name) => `${name} = :${name}`).join(', ')
}

/** The statement that sets these columns of the row with the parameter `id`. */
export function changeOf(table: string, columns: readonly string[]): string {
  return `UPDATE ${table} SET ${assignments(columns.filter((name) => name !== 'id'))} WHERE id = :id`
}

/** The names of the columns of a table in this database; none if it has no such table. */
export function tableColumns(database: ReadableDatabase, table: string): string[] {
  const columns = database.query<{ name: string }>('SELECT name FROM pragma_table_info(?)').all(table)
  return columns.map(({ name }) => name)
}
