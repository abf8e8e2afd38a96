import type { RowVersion } from '../database/row-clock'
import { fromJson } from '../database/stored-json'
import type { Place, SqlValue } from './places'

/** A row as it travels. */
export interface ExchangedRow {
  table: Place['table']
  /** The columns that travel, as they are stored. */
  row: Readonly<Record<string, SqlValue>>
  /** The versions of the parts that have changed since the row was inserted. */
  versions: Readonly<Record<string, RowVersion>>
}

/** In the versions of a row: when the row that this column refers to was revived, so that it is not refused with that. */
export function withinPart(column: string): string {
  return `within ${column}`
}

/** True for a message of which nothing but its row is stored, because nothing of it has changed. */
export function isPlainMessage({ table, row, versions }: ExchangedRow): boolean {
  return table === 'messages' && row['origin'] === null && Object.keys(versions).length === 0
}

/** Where a message is in its chat. */
export interface MessagePlace {
  depth: number
  session_id: string
}

/** A row that was erased. */
export interface ErasedRow {
  table: Place['table']
  rowId: string
  erased: RowVersion
  /** What the machine knew of it: the newest change, and the ends of the ids of what went with it. */
  known: string
}

/** The key of a row, as `row_versions` stores it: see `rowIdIn`. */
export function rowIdOf({ key }: Pick<Place, 'key'>, row: ExchangedRow['row']): string {
  const values = key.map((name) => row[name] ?? null)
  return values.length === 1 ? String(values[0]) : JSON.stringify(values)
}

/** The ids of attachments that a row refers to. */
export function attachmentsIn({ table, row }: ExchangedRow): string[] {
  if (table === 'knowledge_sources') return [String(row['attachment_id'])]
  const { parts, past, prompts }: ExchangedRow['row'] =
    table === 'sealed' ? fromJson<ExchangedRow['row']>(String(row['columns'])) : row
  return [parts, past, prompts].flatMap((json) =>
    typeof json === 'string' && json.includes('"attachmentId"')
      ? [...json.matchAll(/"attachmentId":"([^"\\]+)"/g)].map(([, id]) => id ?? '')
      : [],
  )
}
