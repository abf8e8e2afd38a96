import { failureData } from '../../../../shared/failures/failure'
import type { MessageId, ProjectId, SessionId } from '../../../../shared/ids'
import type { MessageRole, MessageStatus, Part, StopReason } from '../../../../shared/sessions/messages'
import { toolChoice } from '../../../../shared/tools/schema'
import type { MessageRow } from '../../messages/message-rows'
import { paramsColumn, type SessionRow, type TitleSource, toolsColumn } from '../../sessions/session-rows'
import { toJson } from '../../database/stored-json'
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

const roles = new Set<unknown>(['user', 'assistant', 'tool', 'system'] satisfies MessageRole[])
const statuses = new Set<unknown>(['streaming', 'complete', 'partial', 'failed'] satisfies MessageStatus[])
const titleSources = new Set<unknown>(['none', 'auto', 'named', 'user'] satisfies TitleSource[])

/** The usable parts of a row of `messages`; null when it is not one. Its content is kept, as text if necessary. */
export function repairedMessage(raw: RawRow): RepairedMessage | null {
  const { id, session_id: sessionId, role, created_at: createdAt, parts } = raw
  if (!isId(id) || !isId(sessionId) || !roles.has(role) || typeof parts !== 'string') return null
  return {
    number: Number(raw['walked']),
    id: id as MessageId,
    session_id: sessionId as SessionId,
    parent_id: textOrNull(raw['parent_id']) as MessageId | null,
    role: role as MessageRole,
    status: statuses.has(raw['status']) ? (raw['status'] as MessageStatus) : 'partial',
    stop_reason: textOrNull(raw['stop_reason']) as StopReason | null,
    run_id: textOrNull(raw['run_id']) as MessageRow['run_id'],
    model: textOrNull(raw['model']),
    hidden: raw['hidden'] === 1 ? 1 : 0,
    origin: textOrNull(raw['origin']),
    created_at: typeof createdAt === 'number' ? createdAt : 0,
    usage: jsonOrNull(raw['usage']),
    metrics: jsonOrNull(raw['metrics']),
    receipt: jsonOrNull(raw['receipt']),
    summary: jsonOrNull(raw['summary']),
    parts: isArrayJson(parts) ? parts : toJson(asText(parts)),
  }
}

/** The usable parts of a row of `sessions`; null when it is not one. Its leaf is unchecked. */
export function repairedSession(raw: RawRow): RepairedSession | null {
  const { id, kind, title: storedTitle, created_at: createdAt } = raw
  if (!isId(id) || (kind !== 'chat' && kind !== 'pane') || typeof createdAt !== 'number') return null
  const title = textOrNull(storedTitle)
  const source = titleSources.has(raw['title_source']) ? (raw['title_source'] as TitleSource) : 'auto'
  return {
    number: Number(raw['walked']),
    id: id as SessionId,
    kind,
    state: raw['state'] === 'importing' ? 'importing' : 'ready',
    title,
    title_source: title === null ? 'none' : source === 'none' ? 'auto' : source,
    model: textOrNull(raw['model']),
    workspace: textOrNull(raw['workspace']),
    // If that is not known, the user is asked again.
    folder_imported: raw['folder_imported'] === 0 ? 0 : 1,
    // Permissions are not taken from a damaged file.
    permission: null,
    isolation: null,
    system_prompt: textOrNull(raw['system_prompt']),
    params: jsonOrNull(raw['params']) ?? paramsColumn({}),
    tools: toolsOrNull(raw['tools']),
    pinned: raw['pinned'] === 1 ? 1 : 0,
    archived: raw['archived'] === 1 ? 1 : 0,
    unseen: raw['unseen'] === 1 || raw['unseen'] === 2 ? raw['unseen'] : 0,
    leaf_id: textOrNull(raw['leaf_id']) as MessageId | null,
    origin: textOrNull(raw['origin']),
    origin_hash: textOrNull(raw['origin_hash']),
    background_usage: jsonOrNull(raw['background_usage']),
    project_id: textOrNull(raw['project_id']) as ProjectId | null,
    created_at: createdAt,
    updated_at: typeof raw['updated_at'] === 'number' ? raw['updated_at'] : createdAt,
    deleted_at: typeof raw['deleted_at'] === 'number' ? raw['deleted_at'] : null,
  }
}

/** The statement that inserts a row of all these columns; it keeps its number unless another row has it. */
export function insertionOf(table: 'messages' | 'sessions', row: { number: number }): string {
  const columns = Object.keys(row)
  const values = columns.map((column) =>
    column === 'number'
      ? `(SELECT :number WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE number = :number))`
      : `:${column}`,
  )
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`
}

/** The statement that sets all these columns of the row with an id. */
export function updateStatement(table: 'sessions', columns: object): string {
  const changes = Object.keys(columns).map((column) => `${column} = :${column}`)
  return `UPDATE ${table} SET ${changes.join(', ')} WHERE id = :id`
}

/** Stored content that is no longer JSON, in a form that people can read. */
function asText(text: string): Part[] {
  return [
    { type: 'error', ...failureData('STORE_DAMAGED', 'message') },
    { type: 'text', text },
  ]
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function jsonOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null
  try {
    return typeof JSON.parse(value) === 'object' ? value : null
  } catch {
    // An answer's metrics or a chat's setting that cannot be reconstructed.
    return null
  }
}

function toolsOrNull(value: unknown): string | null {
  const json = jsonOrNull(value)
  return json === null ? null : toolsColumn(toolChoice.safeParse(JSON.parse(json)).data)
}

function isArrayJson(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    // Then it is kept as text.
    return false
  }
}
