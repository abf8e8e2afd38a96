import type { ModelParams } from '../../../shared/sessions/sessions'
import type { StoredWork } from '../agents/agent-work'

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
}

/** `panes` with another one for `model` at the end. */
export function withNewPane(panes: readonly NewPane[], model: string): NewPane[] {
  const ids = new Set(panes.map(({ id }) => id))
  let id = 0
  while (ids.has(id)) id += 1
  return [...panes, { id, model, params: {}, systemPrompt: null }]
}

/** `panes` with one moved from `from` to `to`. */
export function withPaneMoved(panes: readonly NewPane[], from: number, to: number): NewPane[] {
  const pane = panes[from]
  return pane === undefined ? [...panes] : panes.toSpliced(from, 1).toSpliced(to, 0, pane)
}
