import type { ProjectId } from '../../../shared/ids'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { ModelParams, Session } from '../../../shared/sessions/sessions'
import { paramsColumn, type SessionRow, toolsColumn } from './session-rows'

type SessionFields = Pick<
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
> & { params: OrUndefined<ModelParams>; projectId: ProjectId | null }

/** What a new session starts with. */
export type NewSession = OrUndefined<
  Partial<Omit<SessionFields, 'pinned' | 'archived'> & Pick<Session, 'kind'>>
>
/** A change to a session. */
export type SessionPatch = OrUndefined<Partial<SessionFields>>

/** The columns after the change. */
export function changedColumns(row: SessionRow, patch: SessionPatch): Partial<SessionRow> {
  const { title = row.title, model = row.model, workspace = row.workspace } = patch
  const { permission = row.permission, isolation = row.isolation } = patch
  const { systemPrompt: system_prompt = row.system_prompt, projectId: project_id = row.project_id } = patch
  return {
    title,
    title_source: patch.title === undefined ? row.title_source : 'user',
    model,
    workspace,
    // A folder that is set was chosen by the user, even the same one.
    folder_imported: patch.workspace === undefined ? row.folder_imported : 0,
    permission,
    isolation,
    system_prompt,
    project_id,
    params: patch.params === undefined ? row.params : paramsColumn(patch.params),
    tools: patch.tools === undefined ? row.tools : toolsColumn(patch.tools),
    pinned: Number(patch.pinned ?? row.pinned),
    archived: Number(patch.archived ?? row.archived),
  }
}

/** Whether the change makes the session newer. Where it is listed does not. */
export function touches(patch: SessionPatch): boolean {
  const { pinned: _pinned, archived: _archived, projectId: _projectId, ...content } = patch
  return Object.values(content).some((value) => value !== undefined)
}
