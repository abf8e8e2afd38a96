import { type ModelInfo, agentOf, modelParamNames } from '../../../../../shared/models/models'
import { type Pane, type PaneLetter, paneLetters } from '../../../../../shared/sessions/sessions'
import { t } from '../../../../language/t'
import { modelName } from '../../../../state/models/models'
import type { AgentPermission } from '../../../../../shared/agents/agents'
import type { PaneSettings } from '../../../../state/comparisons/new-panes'
import { paramValueText, quotedStart } from '../../../model-settings/param-text'

/** The name of a pane's contestant: its model or, if its latest answer is a copy of a merge, the model that merged. */
export function paneName(
  models: readonly ModelInfo[],
  { model, isMerge }: Pick<Partial<Pane>, 'model' | 'isMerge'>,
): string {
  const name = modelName(models, model)
  return isMerge === true ? t('compare.pane.merge', { model: name }) : name
}

/** A pane's letter is its own or, if it has none, that of its position. */
interface Lettered {
  letter?: PaneLetter
  position: number
}

/** The letter of the pane, and its colour token. */
export function paneLetter({ letter, position }: Lettered): { letter: string; color: string } {
  const name = letter ?? paneLetters[position] ?? '?'
  return { letter: name, color: `var(--pane-${name.toLowerCase()})` }
}

/** The letter and colour of an answer by its place. More answers than panes have colours repeat the colours. */
export function letterAt(index: number): { letter: string; color: string } {
  const color = paneLetters[index % paneLetters.length] ?? 'A'
  return { letter: String.fromCodePoint(65 + index), color: `var(--pane-${color.toLowerCase()})` }
}

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
