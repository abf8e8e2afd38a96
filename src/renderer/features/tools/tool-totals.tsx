import { isToolOn } from '../../../shared/tools/tools'
import { formatEstimate } from '../../language/estimate'
import { formatPercent } from '../../language/format'
import { t } from '../../language/t'
import { enabledTokens } from '../../state/tools/tool-groups'
import type { ListedTool } from '../../state/tools/tools'
import { classNames } from '../../ui/class-names'
import type { ToolSupport } from './tool-support'
import styles from './tools-popover.module.css'

/** Above this share of the context, models get tools by searching for them. */
const highShare = 0.05

interface ToolTotalsProps {
  tools: readonly ListedTool[]
  choices: readonly (readonly string[])[]
  support: ToolSupport
}

/** How many tokens the tools that are on add to each request, and what does not work with these tools. */
export function ToolTotals({ tools, choices, support }: ToolTotalsProps) {
  const { smallest, searchingAlone } = support
  const tokens = enabledTokens(choices, tools)
  const share = smallest === null ? 0 : tokens / smallest.contextTokens
  const isHigh = share > highShare
  const words =
    smallest !== null && isHigh
      ? t('tools.choice.totalHigh', {
          tokens: formatEstimate(tokens),
          share: formatPercent(share),
          model: smallest.name,
        })
      : tokens === 0
        ? t('tools.choice.totalNone')
        : t('tools.choice.total', { tokens: formatEstimate(tokens) })
  return (
    <div className={styles.total} role="status">
      {searchingAlone.length > 0 && isSearchLost(choices, tools) && (
        <p className={styles.totalHigh}>
          {t('tools.choice.searchAlone', { models: searchingAlone.join(', ') })}
        </p>
      )}
      <p className={classNames(isHigh && styles.totalHigh)}>{words}</p>
    </div>
  )
}

/** Searching is on without a search provider, and so is another tool that can be used. */
function isSearchLost(choices: readonly (readonly string[])[], tools: readonly ListedTool[]): boolean {
  const isOwn = tools.some(({ name, problem }) => name === 'web.search' && problem !== undefined)
  const others = tools.filter(({ name, problem }) => name !== 'web.search' && problem === undefined)
  return (
    isOwn &&
    choices.some(
      (enabled) => isToolOn(enabled, 'web.search') && others.some(({ name }) => isToolOn(enabled, name)),
    )
  )
}
