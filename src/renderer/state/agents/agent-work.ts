import type { AgentId, AgentPermission, WorkspaceIsolation } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../../shared/failures/failure'
import { agentOf, type ModelInfo } from '../../../shared/models/models'

/** How an agent works in a chat or pane. */
export interface AgentWork {
  /** The folder, in full; null while none is chosen. */
  workspace: string | null
  permission: AgentPermission
  isolation: WorkspaceIsolation
}

/** The same as it is stored, where what is absent has its default. */
export type StoredWork = { [Field in keyof AgentWork]?: AgentWork[Field] | undefined }

/** A model that gets a message; an agent also with how it works. */
export interface Recipient extends StoredWork {
  /** `provider/model`; null where there is none. */
  model: string | null
}

/** Where an agent is chosen: agents beside each other that may write must not do so in the same folder. */
export type AgentPlace = 'chat' | 'pane'

/** How an agent works, with its defaults. */
export function workOf({ workspace, permission, isolation }: StoredWork): AgentWork {
  return {
    workspace: workspace ?? null,
    permission: permission ?? 'read-only',
    isolation: isolation ?? 'same',
  }
}

/** `work` with a change, and with what follows from it. */
export function changedWork(work: AgentWork, changed: Partial<AgentWork>, place: AgentPlace): AgentWork {
  const next = { ...work, ...changed }
  const isShared = place === 'pane' && next.permission !== 'read-only' && next.isolation === 'same'
  // Of what is between a worktree and a copy only the copy can be made of every folder.
  return isShared ? { ...next, isolation: 'copy' } : next
}

/** The fields of a route for something new; none where nothing was chosen. */
export function workFields(
  stored: StoredWork,
): Partial<Omit<AgentWork, 'workspace'>> & { workspace?: string } {
  const { workspace, ...others } = workOf(stored)
  const isChosen = stored.permission !== undefined || stored.isolation !== undefined
  return { ...(workspace === null ? {} : { workspace }), ...(isChosen ? others : {}) }
}

/** The agents among these models, each once. */
export function agentsAmong(models: readonly (string | null | undefined)[]): AgentId[] {
  const agents = models.map((model) => (model == null ? null : agentOf(model)))
  return [...new Set(agents.filter((agent) => agent !== null))]
}

/** What several have in common; null where they differ. */
export function inCommon<Value>(values: readonly Value[]): Value | null {
  const [first, ...others] = values
  return first !== undefined && others.every((value) => value === first) ? first : null
}

/** How an agent of a new pane begins: as those beside it work, where it has no folder of its own yet. */
export function workBeside(own: StoredWork, panes: readonly (StoredWork & { model: string })[]): AgentWork {
  const beside = panes.find(({ model, workspace }) => agentOf(model) !== null && workspace != null)
  return workOf(own.workspace == null && beside !== undefined ? beside : own)
}

/** Why these cannot be sent anything yet: one is an agent without a folder. Null when all can. */
export function folderRefusal(
  models: readonly ModelInfo[],
  recipients: readonly Recipient[],
): ErrorData | null {
  for (const { model, workspace } of recipients) {
    const agent = model === null ? null : agentOf(model)
    if (agent !== null && workspace == null) return noFolder(agentName(models, agent))
  }
  return null
}

/** Says that an agent called so has no folder. */
function noFolder(agent: string): ErrorData {
  return failureData('INVALID_INPUT', 'agent-folder-needed', { agent, field: 'workspace' })
}

/** Whether a refusal is mended by choosing a folder. */
export function isMendedByFolder({ data }: ErrorData): boolean {
  return data?.['field'] === 'workspace'
}

/** How an agent is called. */
export function agentName(models: readonly ModelInfo[], agentId: AgentId): string {
  return models.find(({ providerId }) => providerId === agentId)?.providerName ?? agentId
}

/** The last part of a path, as folders are called; `/` is itself. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}
