import { failureData } from '../../../../shared/failures/failure'
import type { Part } from '../../../../shared/sessions/messages'
import { toolChoice } from '../../../../shared/tools/schema'
import { toJson } from '../../database/stored-json'
import { insertionInto } from '../../database/table'
import { messageRow, type MessageRow } from '../../messages/message-rows'
import { sessionRow, type SessionRow } from '../../sessions/session-rows'
import type { RawRow } from './walk-rows'

/** A message that can be stored again, with its row number. */
export interface RepairedMessage extends MessageRow {
  number: number
  origin: string | null
}

/** A usable session, with its row number in the damaged file. */
export interface RepairedSession extends SessionRow {
  number: number
}

/** The usable parts of a row of `messages`; null when it is not one. Its content is kept, as text if necessary. */
export function repairedMessage(raw: RawRow): RepairedMessage | null {
  const row = messageRow.safeParse(raw).data
  if (row === undefined) return null
  const { origin } = raw
  return {
    ...row,
    number: Number(raw['walked']),
    origin: typeof origin === 'string' ? origin : null,
    parts: isArrayJson(row.parts) ? row.parts : toJson(asText(row.parts)),
  }
}

/** The usable parts of a row of `sessions`; null when it is not one. Its leaf is unchecked. */
export function repairedSession(raw: RawRow): RepairedSession | null {
  const { created_at: createdAt, updated_at: updatedAt = createdAt } = raw
  const row = sessionRow.safeParse({
    ...raw,
    updated_at: typeof updatedAt === 'number' ? updatedAt : createdAt,
  }).data
  if (row === undefined) return null
  const source = row.title_source === 'none' ? 'auto' : row.title_source
  return {
    ...row,
    number: Number(raw['walked']),
    title_source: row.title === null ? 'none' : source,
    // If that is not known, the user is asked again.
    folder_imported: raw['folder_imported'] === 0 ? 0 : 1,
    // Permissions are not taken from a damaged file.
    permission: null,
    isolation: null,
    tools: row.tools === null ? null : choiceOrNull(row.tools),
  }
}

/** The statement that inserts a row of all these columns; it keeps its number unless another row has it. */
export function insertionOf(table: 'messages' | 'sessions', row: { number: number }): string {
  const freeNumber = `(SELECT :number WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE number = :number))`
  return insertionInto(table, Object.keys(row)).replace(':number', freeNumber)
}

/** Stored content that is no longer JSON, in a form that people can read. */
function asText(text: string): Part[] {
  return [
    { type: 'error', ...failureData('STORE_DAMAGED', 'message') },
    { type: 'text', text },
  ]
}

function choiceOrNull(tools: string): string | null {
  const choice = toolChoice.safeParse(JSON.parse(tools)).data
  return choice === undefined ? null : toJson(choice)
}

function isArrayJson(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    // Then it is kept as text.
    return false
  }
}
