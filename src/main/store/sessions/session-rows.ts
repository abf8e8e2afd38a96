import type { AgentPermission, WorkspaceIsolation } from '../../../shared/agents/agents'
import type { MessageId, ProjectId, SessionId } from '../../../shared/ids'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { ModelParams, Session } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { foldCase } from '../tokenizer/fold-case'
import type { ListPosition } from './list-cursor'
import { fromJson, toJson } from '../database/stored-json'
import { untitledSession } from '../messages/title'

/**
 * Where a title comes from: the first message, a model, or the user. A later source replaces an earlier one for good.
 */
export type TitleSource = 'none' | 'auto' | 'named' | 'user'

/** A row of the table of sessions. */
export interface SessionRow {
  id: SessionId
  kind: Session['kind']
  /** A session that is being imported or erased is in no list, and is removed at a restart. */
  state: 'ready' | 'importing'
  title: string | null
  title_source: TitleSource
  model: string | null
  workspace: string | null
  /** 1: `workspace` came with an imported file. */
  folder_imported: number
  permission: AgentPermission | null
  isolation: WorkspaceIsolation | null
  system_prompt: string | null
  params: string
  /** Null means none. */
  tools: string | null
  pinned: number
  archived: number
  unseen: number
  leaf_id: MessageId | null
  origin: string | null
  origin_hash: string | null
  background_usage: string | null
  /** An unknown project counts as none. */
  project_id: ProjectId | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}

const sessionColumns = `id, kind, state, title, title_source, model, workspace, folder_imported, permission, isolation, system_prompt,
  params, tools, pinned, archived, unseen, leaf_id, origin, origin_hash, background_usage, project_id, created_at, updated_at, deleted_at`

/** A row for an empty session. */
export function newSessionRow(
  given: Pick<SessionRow, 'id' | 'created_at'> & Partial<SessionRow>,
): SessionRow {
  return {
    kind: 'chat',
    state: 'ready',
    title: null,
    title_source: 'none',
    model: null,
    workspace: null,
    folder_imported: 0,
    permission: null,
    isolation: null,
    system_prompt: null,
    params: paramsColumn({}),
    tools: null,
    pinned: 0,
    archived: 0,
    unseen: 0,
    leaf_id: null,
    origin: null,
    origin_hash: null,
    background_usage: null,
    project_id: null,
    updated_at: given.created_at,
    deleted_at: null,
    ...given,
  }
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
    this.#insert = database.command(`
      INSERT INTO sessions (id, kind, state, title, title_source, model, workspace, folder_imported, permission,
        isolation, system_prompt, params, tools, pinned, archived, unseen, leaf_id, origin, origin_hash, background_usage,
        project_id, created_at, updated_at, deleted_at)
      VALUES (:id, :kind, :state, :title, :title_source, :model, :workspace, :folder_imported, :permission,
        :isolation, :system_prompt, :params, :tools, :pinned, :archived, :unseen, :leaf_id, :origin, :origin_hash,
        :background_usage, :project_id, :created_at, :updated_at, :deleted_at)`)
    this.#update = database.command(`
      UPDATE sessions SET state = :state, title = :title, title_source = :title_source, model = :model,
        workspace = :workspace, folder_imported = :folder_imported, permission = :permission, isolation = :isolation,
        system_prompt = :system_prompt, params = :params, tools = :tools, pinned = :pinned, archived = :archived,
        unseen = :unseen, leaf_id = :leaf_id, origin = :origin, origin_hash = :origin_hash,
        background_usage = :background_usage, project_id = :project_id, updated_at = :updated_at, deleted_at = :deleted_at
      WHERE id = :id`)
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
  update({ kind: _kind, created_at: _createdAt, ...columns }: SessionRow): void {
    this.#update.run(columns)
  }
}

/** The column `params` for these parameters. */
export function paramsColumn(params: OrUndefined<ModelParams> | undefined): string {
  return toJson(params ?? {})
}

/** The column `tools` for this choice; null for none. */
export function toolsColumn(tools: ToolChoice | null | undefined): string | null {
  return tools == null ? null : toJson(tools)
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
