import type { AgentPermission } from '../../../../../shared/agents/agents'
import { agentOf, modelParamNames } from '../../../../../shared/models/models'
import { t } from '../../../../language/t'
import type { PaneSettings } from '../../../../state/comparisons/new-panes'
import { paramValueText, quotedStart } from '../../../model-settings/param-text'

/** Settings, with what else distinguishes panes. */
type Varied = PaneSettings & {
  model?: string
  permission?: AgentPermission | undefined
  isMerge?: true
}

/**
 * What distinguishes each pane's settings from the others: `temp 0.2`; empty when all are the same. Of coding agents, that
 * is also what they may do, unless that is shown beside it. A copy of a merge says so.
 */
export function paneVariants(panes: readonly Varied[], { saysPermission = true } = {}): string[] {
  const differing = modelParamNames.filter((name) => !areSame(panes, ({ params }) => params[name]))
  const doPromptsDiffer = !areSame(panes, ({ systemPrompt }) => systemPrompt ?? undefined)
  const agents = panes.flatMap((pane) => permissionOf(pane) ?? [])
  const doPermissionsDiffer = saysPermission && new Set(agents).size > 1
  return panes.map((pane) => {
    const { params, systemPrompt, isMerge } = pane
    const permission = doPermissionsDiffer ? permissionOf(pane) : null
    const words = differing.flatMap((name): string[] => {
      const value = params[name]
      if (value === undefined) return []
      const shown = Array.isArray(value) ? value.map(quotedStart).join(' ') : paramValueText(value)
      return [t(`compare.head.${name}`, { value: shown })]
    })
    if (doPromptsDiffer && systemPrompt !== null) words.push(quotedStart(systemPrompt))
    if (permission !== null) words.unshift(t(`agents.permission.${permission}Short`))
    if (isMerge === true) words.unshift(t('compare.head.merge'))
    return words.join(', ')
  })
}

/** Null for a model that is no agent. */
function permissionOf({ model = '', permission = 'read-only' }: Varied): AgentPermission | null {
  return agentOf(model) === null ? null : permission
}

function areSame(panes: readonly PaneSettings[], of: (pane: PaneSettings) => unknown): boolean {
  return new Set(panes.map((pane) => JSON.stringify(of(pane)))).size <= 1
}
