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

/** The names of the columns of a row. */
export function columnNames<Row extends z.ZodRawShape>(row: z.ZodObject<Row>): (keyof Row & string)[] {
  return Object.keys(row.shape)
}

/** The statement that inserts a row, with the value of each column from the parameter of the same name. */
export function insertionInto(
  table: string,
  columns: readonly string[],
  verb: 'INSERT' | 'INSERT OR REPLACE' | 'INSERT OR IGNORE' = 'INSERT',
): string {
  return `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`
}

/** The end of an insertion that changes these columns instead if there is a row with the same key. */
export function orChange(key: string, columns: readonly string[]): string {
  return ` ON CONFLICT (${key}) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`
}

/** The statement that sets these columns of the row with the parameter `id`. */
export function changeOf(table: string, columns: readonly string[]): string {
  const changing = columns.filter((column) => column !== 'id')
  return `UPDATE ${table} SET ${changing.map((column) => `${column} = :${column}`).join(', ')} WHERE id = :id`
}

/** The names of the columns of a table in this database; none if it has no such table. */
export function tableColumns(database: ReadableDatabase, table: string): string[] {
  const columns = database.query<{ name: string }>('SELECT name FROM pragma_table_info(?)').all(table)
  return columns.map(({ name }) => name)
}
