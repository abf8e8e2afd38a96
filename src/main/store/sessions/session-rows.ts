import { z } from 'zod'

import {
  type AgentPermission,
  agentPermissions,
  type WorkspaceIsolation,
  workspaceIsolations,
} from '../../../shared/agents/agents'
import type { MessageId, ProjectId, SessionId } from '../../../shared/ids'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { ModelParams, Session } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import { foldCase, type ReadableDatabase, type WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import {
  changeOf,
  columnNames,
  flag,
  insertionInto,
  jsonText,
  optionalText,
  rowId,
  textOf,
} from '../database/table'
import { untitledSession } from '../messages/title'
import { sealedModel } from '../sealed/sealed-rows'
import { failure } from '../../../shared/failures/failure'
import { agentOf } from '../../../shared/models/models'

/** The source of a title: the first message, a model, or the user. A later source replaces an earlier one for good. */
export const titleSources = ['none', 'auto', 'named', 'user'] as const
export type TitleSource = (typeof titleSources)[number]

const time = z.number().nullable().catch(null)

/**
 * The columns of the table. Those with a `catch` have that value in an empty session; a repair gives it to a column whose
 * value cannot be used.
 */
export const sessionRow = z.object({
  id: rowId<SessionId>(),
  kind: z.enum(['chat', 'pane']),
  /** A session that is being imported or erased is in no list, and is removed at a restart. */
  state: z.enum(['ready', 'importing']).catch('ready'),
  title: optionalText,
  title_source: z.enum(titleSources).catch('auto'),
  model: optionalText,
  workspace: optionalText,
  /** 1: `workspace` came with an imported file. */
  folder_imported: flag,
  permission: z.enum(agentPermissions).nullable().catch(null),
  isolation: z.enum(workspaceIsolations).nullable().catch(null),
  system_prompt: optionalText,
  params: jsonText.catch(toJson({})),
  /** Null means none. */
  tools: jsonText.nullable().catch(null),
  pinned: flag,
  archived: flag,
  unseen: z.int().min(0).max(2).catch(0),
  leaf_id: textOf<MessageId>(),
  /** 1: kept on this machine. */
  is_local: flag,
  /** JSON: the first messages of two branches. */
  fork: jsonText.nullable().catch(null),
  origin: optionalText,
  origin_hash: optionalText,
  background_usage: jsonText.nullable().catch(null),
  /** An unknown project counts as none. */
  project_id: textOf<ProjectId>(),
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: time,
})
export type SessionRow = z.infer<typeof sessionRow>

const columns = columnNames(sessionRow.shape)
const sessionColumns = columns.join(', ')

/** A row for an empty session. */
export function newSessionRow(
  given: Pick<SessionRow, 'id' | 'created_at'> & Partial<SessionRow>,
): SessionRow {
  return sessionRow.parse({ kind: 'chat', title_source: 'none', updated_at: given.created_at, ...given })
}

/** The row of a hidden contestant's session, and the columns to seal. */
export function sealedSession(row: SessionRow): [shown: SessionRow, sealed: Partial<SessionRow>] {
  const { id, model, workspace, folder_imported, permission, isolation, system_prompt, params, tools } = row
  const neutral = {
    model: sealedModel,
    workspace: null,
    folder_imported: 0,
    permission: null,
    isolation: null,
    system_prompt: null,
    params: toJson({}),
    tools: null,
  }
  return [
    { ...row, ...neutral },
    { id, model, workspace, folder_imported, permission, isolation, system_prompt, params, tools },
  ]
}

/** The session that a row represents. */
export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title ?? untitledSession,
    model: row.model,
    workspace: row.workspace,
    ...(row.folder_imported === 1 ? { isFolderImported: true as const } : {}),
    ...(row.permission === null ? {} : { permission: row.permission }),
    ...(row.isolation === null ? {} : { isolation: row.isolation }),
    systemPrompt: row.system_prompt,
    params: fromJson<ModelParams>(row.params),
    ...(row.tools === null ? {} : { tools: fromJson<ToolChoice>(row.tools) }),
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    ...(row.project_id === null ? {} : { projectId: row.project_id }),
    ...(row.is_local === 1 ? { isLocal: true as const } : {}),
    ...(row.fork === null ? {} : { fork: fromJson<[MessageId, MessageId]>(row.fork) }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The statements of the table `sessions`. */
export class SessionRows {
  readonly #get
  readonly #list
  readonly #listOfProject
  readonly #binned
  readonly #insert
  readonly #update

  constructor(database: WritableDatabase) {
    this.#get = database.query<SessionRow>(`SELECT ${sessionColumns} FROM sessions WHERE id = ?`)
    this.#list = listQuery(database)
    this.#listOfProject = listQuery(database, 'project_id = :projectId')
    this.#binned = binnedQuery(database)
    this.#insert = database.command(insertionInto('sessions', columns))
    const changing = columns.filter((column) => !['kind', 'created_at'].includes(column))
    this.#update = database.command(changeOf('sessions', changing))
  }

  /** Includes deleted ones. */
  get(id: SessionId): SessionRow | undefined {
    return this.#get.get(id)
  }

  /** Up to `limit` chats after `after`, in the order of the list. */
  list(filter: {
    query: string
    isArchived: boolean
    projectId: ProjectId | null
    limit: number
    after: ListPosition | null
  }): SessionRow[] {
    const { projectId } = filter
    const given = {
      needle: foldCase(filter.query),
      untitled: untitledSession,
      archived: filter.isArchived ? 1 : 0,
      limit: filter.limit,
      isFirst: filter.after === null ? 1 : 0,
      pinned: filter.after?.pinned === true ? 1 : 0,
      updatedAt: filter.after?.at ?? 0,
      id: filter.after?.id ?? '',
    }
    return projectId === null ? this.#list.all(given) : this.#listOfProject.all({ ...given, projectId })
  }

  /** Up to `limit` chats in the trash after `after`, last deleted first. */
  binned(page: { limit: number; after: ListPosition | null; projectId: ProjectId | null }): SessionRow[] {
    return this.#binned.all({
      limit: page.limit,
      isFirst: page.after === null ? 1 : 0,
      at: page.after?.at ?? 0,
      id: page.after?.id ?? '',
      projectId: page.projectId,
    })
  }

  insert(row: SessionRow): void {
    this.#insert.run({ ...row })
  }

  /** Writes every mutable column of the row. */
  update(row: SessionRow): void {
    this.#update.run({ ...row })
  }
}

/** The settings of a session that its row has. */
interface SessionFields extends Pick<
  Session,
  | 'title'
  | 'model'
  | 'workspace'
  | 'permission'
  | 'isolation'
  | 'systemPrompt'
  | 'tools'
  | 'pinned'
  | 'archived'
> {
  params: OrUndefined<ModelParams>
  projectId: ProjectId | null
  isLocal: boolean
  fork: null
}

/** The columns with these settings; what is undefined has none. */
export function columnsWith(fields: OrUndefined<Partial<SessionFields>>): Partial<SessionRow> {
  const { params, tools, pinned, archived, isLocal } = fields
  const row: OrUndefined<Partial<SessionRow>> = {
    title: fields.title,
    model: fields.model,
    workspace: fields.workspace,
    permission: fields.permission,
    isolation: fields.isolation,
    system_prompt: fields.systemPrompt,
    project_id: fields.projectId,
    params: params && toJson(params),
    tools: tools && toJson(tools),
    pinned: pinned === undefined ? undefined : Number(pinned),
    archived: archived === undefined ? undefined : Number(archived),
    fork: fields.fork,
    is_local: isLocal === undefined ? undefined : Number(isLocal),
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

/** The initial fields of a new session. */
export type NewSession = OrUndefined<
  Partial<
    Omit<SessionFields, 'pinned' | 'archived' | 'isLocal' | 'fork'> &
      Pick<Session, 'kind'> & {
        /** The contestant of the session is hidden. */
        isSealed: boolean
      }
  >
>
/** A change to a session. */
export type SessionPatch = OrUndefined<Partial<SessionFields>>

/** The columns after the change. */
export function changedColumns(row: SessionRow, patch: SessionPatch): SessionRow {
  return {
    ...row,
    ...columnsWith(patch),
    ...(patch.title === undefined ? {} : { title_source: 'user' }),
    // A folder that is set was chosen by the user, even the same one.
    ...(patch.workspace === undefined ? {} : { folder_imported: 0 }),
  }
}

/** True if the change makes the session newer. A change of its place in lists does not. */
export function touches(patch: SessionPatch): boolean {
  const { pinned: _pinned, archived: _archived, projectId: _project, ...others } = patch
  const { isLocal: _isLocal, fork: _fork, ...content } = others
  return Object.values(content).some((value) => value !== undefined)
}

function listQuery(database: ReadableDatabase, condition = 'true') {
  return database.query<SessionRow>(`
    SELECT ${sessionColumns} FROM sessions
    WHERE kind = 'chat' AND state = 'ready' AND deleted_at IS NULL AND archived = :archived
      AND ${condition}
      AND (:isFirst OR (pinned, updated_at, id) < (:pinned, :updatedAt, :id))
      AND (:needle = '' OR instr(fold_case(coalesce(title, :untitled)), :needle) > 0)
    ORDER BY pinned DESC, updated_at DESC, id DESC
    LIMIT :limit`)
}

function binnedQuery(database: ReadableDatabase) {
  return database.query<SessionRow>(`
    SELECT ${sessionColumns} FROM sessions
    WHERE kind = 'chat' AND state = 'ready' AND deleted_at IS NOT NULL
      AND (:projectId IS NULL OR project_id = :projectId)
      AND (:isFirst OR (deleted_at, id) < (:at, :id))
    ORDER BY deleted_at DESC, id DESC
    LIMIT :limit`)
}

/** The end of a page of the list of chats. */
interface ListPosition {
  pinned: boolean
  /** The sort key: when it last changed, or was deleted. */
  at: number
  id: string
}

const position = z.tuple([z.boolean(), z.number(), z.string()])

/** The position as an opaque text for callers. */
export function toCursor({ pinned, at, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([pinned, at, id])).toString('base64url')
}

/** @throws INVALID_INPUT the cursor was not made by `toCursor` */
export function fromCursor(cursor: string): ListPosition {
  try {
    const [pinned, at, id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { pinned, at, id }
  } catch (error) {
    throw failure('INVALID_INPUT', 'cursor', { field: 'cursor' }, error)
  }
}

/**
 * Agents of a comparison work side by side, so one that may write needs its own copy of the folder.
 * @throws INVALID_INPUT it would write to the folder itself
 */
export function assertPaneIsIsolated(
  model: string,
  work: {
    permission?: AgentPermission | null | undefined
    isolation?: WorkspaceIsolation | null | undefined
  },
): void {
  const mayWrite = (work.permission ?? 'read-only') !== 'read-only'
  if (!mayWrite || (work.isolation ?? 'same') !== 'same' || agentOf(model) === null) return
  throw failure('INVALID_INPUT', 'agent-isolation-pane', { field: 'isolation' })
}

/**
 * Checks a session like `assertPaneIsIsolated` if it belongs to a pane.
 * @throws INVALID_INPUT
 */
export function assertWorksApart({ kind, model, permission, isolation }: SessionRow): void {
  if (kind === 'pane' && model !== null) assertPaneIsIsolated(model, { permission, isolation })
}
