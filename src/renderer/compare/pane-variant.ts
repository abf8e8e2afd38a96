import { modelParamNames, type ModelParamName } from '../../shared/models'
import type { ModelParams } from '../../shared/sessions'

/** How a pane asks its model. */
export interface PaneSettings {
  params: ModelParams
  systemPrompt: string | null
}

/** The words of a pane's head, where there is room for few. */
const shortNames: Record<ModelParamName, string> = {
  temperature: 'temp',
  topP: 'top p',
  maxOutputTokens: 'max',
  seed: 'seed',
  stop: 'stop',
  reasoningEffort: 'effort',
}
const promptChars = 24

/** For each pane what sets it apart from the others: `temp 0.2`; empty where it asks as all of them do. */
export function paneVariants(panes: readonly PaneSettings[]): string[] {
  const differing = modelParamNames.filter((name) => !areSame(panes, ({ params }) => params[name]))
  const doPromptsDiffer = !areSame(panes, ({ systemPrompt }) => systemPrompt ?? undefined)
  return panes.map(({ params, systemPrompt }) => {
    const words = differing.flatMap((name) => {
      const value = params[name]
      return value === undefined
        ? []
        : [`${shortNames[name]} ${Array.isArray(value) ? value.map(quoted).join(' ') : value}`]
    })
    if (doPromptsDiffer && systemPrompt !== null) words.push(quoted(systemPrompt))
    return words.join(', ')
  })
}

function areSame(panes: readonly PaneSettings[], of: (pane: PaneSettings) => unknown): boolean {
  return new Set(panes.map((pane) => JSON.stringify(of(pane)))).size <= 1
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > promptChars ? `${line.slice(0, promptChars).trimEnd()}…` : line}”`
}
