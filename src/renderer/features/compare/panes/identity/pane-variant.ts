import { modelParamNames } from '../../../../../shared/models/models'
import type { Pane } from '../../../../../shared/sessions/sessions'
import { t } from '../../../../language/t'
import type { PaneSettings } from '../../../../state/comparisons/new-panes'
import { paramValueText } from '../../../model-settings/param-text'

const promptChars = 24

/**
 * What distinguishes each pane's settings from the others: `temp 0.2`; empty when all are the same. A copy of a merge says
 * so.
 */
export function paneVariants(panes: readonly (PaneSettings & Pick<Partial<Pane>, 'isMerge'>)[]): string[] {
  const differing = modelParamNames.filter((name) => !areSame(panes, ({ params }) => params[name]))
  const doPromptsDiffer = !areSame(panes, ({ systemPrompt }) => systemPrompt ?? undefined)
  return panes.map(({ params, systemPrompt, isMerge }) => {
    const words = differing.flatMap((name): string[] => {
      const value = params[name]
      if (value === undefined) return []
      const shown = Array.isArray(value) ? value.map(quoted).join(' ') : paramValueText(value)
      return [t(`compare.head.${name}`, { value: shown })]
    })
    if (doPromptsDiffer && systemPrompt !== null) words.push(quoted(systemPrompt))
    if (isMerge === true) words.unshift(t('compare.head.merge'))
    return words.join(', ')
  })
}

function areSame(panes: readonly PaneSettings[], of: (pane: PaneSettings) => unknown): boolean {
  return new Set(panes.map((pane) => JSON.stringify(of(pane)))).size <= 1
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return t('common.quoted', {
    text: line.length > promptChars ? `${line.slice(0, promptChars).trimEnd()}…` : line,
  })
}
