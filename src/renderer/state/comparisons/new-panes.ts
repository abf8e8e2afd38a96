import { agentOf } from '../../../shared/models/models'
import type { ModelParams, Pane } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import { type StoredWork, workFields } from '../agents/agent-work'

/** Model parameters and system prompt of a pane. */
export interface PaneSettings {
  params: ModelParams
  systemPrompt: string | null
}

/** A pane of a comparison that has not been created yet. */
export interface NewPane extends PaneSettings, StoredWork {
  /** Stays the same when the pane is moved. */
  id: number
  model: string
  /** Absent: those of the project, or the default ones. */
  tools?: ToolChoice | undefined
}

/** `panes` with another one for `model` at the end, with the parameters that the user has set for the model. */
export function withNewPane(panes: readonly NewPane[], model: string, params: ModelParams = {}): NewPane[] {
  const ids = new Set(panes.map(({ id }) => id))
  let id = 0
  while (ids.has(id)) id += 1
  return [...panes, { id, model, params, systemPrompt: null }]
}

/** `panes` with one moved from `from` to `to`. */
export function withPaneMoved(panes: readonly NewPane[], from: number, to: number): NewPane[] {
  const pane = panes[from]
  return pane === undefined ? [...panes] : panes.toSpliced(from, 1).toSpliced(to, 0, pane)
}

/** New panes as they are stored, in a comparison or a line-up. Only agents have permissions. */
export function storedPanes(panes: readonly NewPane[]) {
  return panes.map(({ id: _id, model, params, systemPrompt, tools, ...work }) => ({
    model,
    params,
    ...(systemPrompt === null ? {} : { systemPrompt }),
    ...(tools === undefined ? {} : { tools }),
    ...(agentOf(model) === null ? toolFolder(tools, work) : workFields(work)),
  }))
}

/** The folder in which the tools of a model work. */
function toolFolder(tools: ToolChoice | undefined, { workspace }: StoredWork): { workspace?: string } {
  return tools === undefined || workspace == null ? {} : { workspace }
}

/** New panes from those of a line-up or a sweep. */
export function newPanesFrom(panes: readonly Omit<NewPane, 'id'>[]): NewPane[] {
  return panes.map((pane, id) => ({ ...pane, id }))
}

/** New panes with the models and settings of stored ones. */
export function newPanesOf(panes: readonly Pane[]): NewPane[] {
  return newPanesFrom(
    panes.map(
      ({ model, params, systemPrompt, workspace, isFolderImported, permission, isolation, tools }) => ({
        model,
        params,
        systemPrompt,
        // Here it would count as chosen.
        workspace: isFolderImported === true ? null : workspace,
        permission,
        isolation,
        tools,
      }),
    ),
  )
}
