import type { AgentId, AgentPermission, WorkspaceIsolation } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import { agentOf, type ModelInfo } from '../../../shared/models/models'

/** How an agent works in a chat or pane. */
export interface AgentWork {
  /** Absolute path of the folder; null until one is chosen. */
  workspace: string | null
  permission: AgentPermission
  isolation: WorkspaceIsolation
}

/** `AgentWork` as stored; absent fields have their defaults. */
export type StoredWork = { [Field in keyof AgentWork]?: AgentWork[Field] | undefined }

/** A model that receives a message; for an agent, also how it works. */
export interface Recipient extends StoredWork {
  /** `provider/model`; null if there is none. */
  model: string | null
  /** Its folder came with an imported file, and is not used before the user confirms it. */
  isFolderImported?: boolean | undefined
}

/** The kind of place an agent works in. In panes, agents that may write must not share a folder. */
export type AgentPlace = 'chat' | 'pane'

/** How an agent works, with defaults filled in. */
export function workOf({ workspace, permission, isolation }: StoredWork): AgentWork {
  return {
    workspace: workspace ?? null,
    permission: permission ?? 'read-only',
    isolation: isolation ?? 'same',
  }
}

/** The fields of `work` that a change sets, with its consequences. A folder is included only if it was chosen. */
export function workChange(
  work: AgentWork,
  changed: Partial<AgentWork>,
  place: AgentPlace,
): Partial<AgentWork> {
  const next = { ...work, ...changed }
  const isShared = place === 'pane' && next.permission !== 'read-only' && next.isolation === 'same'
  // Of a worktree and a copy, only a copy works for every folder.
  return isShared ? { ...changed, isolation: 'copy' } : changed
}

/** The fields for a route that creates something; empty when nothing was chosen. */
export function workFields(
  stored: StoredWork,
): Partial<Omit<AgentWork, 'workspace'>> & { workspace?: string } {
  const { workspace, ...others } = workOf(stored)
  const isChosen = stored.permission !== undefined || stored.isolation !== undefined
  return { ...(workspace === null ? {} : { workspace }), ...(isChosen ? others : {}) }
}

/** The agents among these models, without duplicates. */
export function agentsAmong(models: readonly (string | null | undefined)[]): AgentId[] {
  const agents = models.map((model) => (model == null ? null : agentOf(model)))
  return [...new Set(agents.filter((agent) => agent !== null))]
}

/** The value that all have in common; null if they differ. */
export function inCommon<Value>(values: readonly Value[]): Value | null {
  const [first, ...others] = values
  return first !== undefined && others.every((value) => value === first) ? first : null
}

/**
 * The initial work of an agent in a new pane: as the others work, unless it already has a folder. A folder that came with
 * an imported file is not passed on: there it would count as chosen.
 */
export function workBeside(
  own: StoredWork,
  panes: readonly (StoredWork & { model: string; isFolderImported?: boolean })[],
): AgentWork {
  const beside = panes.find(
    ({ model, workspace, isFolderImported }) =>
      agentOf(model) !== null && workspace != null && isFolderImported !== true,
  )
  return workOf(own.workspace == null && beside !== undefined ? beside : own)
}

/**
 * Why a message cannot be sent to these: one is an agent without a folder, or with one that has to be confirmed. Null
 * when it can be.
 */
export function folderRefusal(
  models: readonly ModelInfo[],
  recipients: readonly Recipient[],
): ErrorData | null {
  for (const { model, workspace, isFolderImported } of recipients) {
    const agent = model === null ? null : agentOf(model)
    if (agent === null) continue
    if (workspace == null) return noFolder(agentName(models, agent))
    if (isFolderImported === true)
      return failureData('INVALID_INPUT', 'agent-folder-imported', { field: 'workspace', folder: workspace })
  }
  return null
}

/** The error for an agent without a folder. */
function noFolder(agent: string): ErrorData {
  return failureData('INVALID_INPUT', 'agent-folder-needed', { agent, field: 'workspace' })
}

/** True for errors that choosing a folder fixes. */
export function isFixedByFolder({ data }: ErrorData): boolean {
  return data?.['field'] === 'workspace'
}

/** An agent's display name. */
export function agentName(models: readonly ModelInfo[], agentId: AgentId): string {
  return models.find(({ providerId }) => providerId === agentId)?.providerName ?? agentId
}
