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

/** How many tokens the tools that are on add to each request, with a warning if that is much. */
export function ToolTotals({ tools, choices, support: { smallest } }: ToolTotalsProps) {
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
    <p className={classNames(styles.total, isHigh && styles.totalHigh)} role="status">
      {words}
    </p>
  )
}
