import { useMemo } from 'react'

import type { SetResultCell } from '../../../../shared/sets/sets'
import { formatCount, formatKnownCost, formatSeconds } from '../../../language/format'
import { t } from '../../../language/t'
import { plainText } from '../../../markdown/source/plain-text'
import { Ellipsis, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import { PassBar } from '../common/pass-bar'
import styles from './result-grid.module.css'

interface CellFiguresProps {
  cell: SetResultCell | undefined
  /** Shows the answers; absent for a total. */
  onOpen?: () => void
}

/** The share that passed, a mark if it was another one before, how the answer begins, its cost and time. */
export function CellFigures({ cell, onOpen }: CellFiguresProps) {
  if (cell === undefined || cell.done === 0) return <Hint as="span">–</Hint>
  const { judged, passed, failed, done, equal, change, baseline, costUsd, medianMs, beginning } = cell
  const answered =
    equal === undefined
      ? t('common.answerCount', { count: done })
      : t('sets.equalOf', { equal, count: done - failed })
  return (
    <Stack as="span" gap={0.5} size="s" tabular className={styles.figures}>
      <Row as="span" wrap gap={1.5}>
        {judged === 0 ? <Text tone="soft">{answered}</Text> : <PassBar passed={passed} judged={judged} />}
        {change !== undefined && change !== 'same' && baseline !== undefined && (
          <Text tone={change === 'regressed' ? 'bad' : 'good'}>
            {t(`sets.changes.${change}`, {
              passed: formatCount(baseline.passed),
              judged: formatCount(baseline.judged),
            })}
          </Text>
        )}
        {failed > 0 && <Text tone="bad">{t('sets.failed', { count: failed })}</Text>}
      </Row>
      {beginning !== undefined && (
        <Ellipsis
          as="button"
          pad={0}
          tone="ink"
          type="button"
          tabIndex={-1}
          className={styles.beginning}
          onClick={onOpen}
        >
          <Beginning markdown={beginning} />
        </Ellipsis>
      )}
      <Hint as="span" tone="soft">
        {[
          costUsd === null ? null : costText(costUsd, cell.isCostAtLeast),
          medianMs === null ? null : formatSeconds(medianMs),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </Hint>
    </Stack>
  )
}

function Beginning({ markdown }: { markdown: string }) {
  return useMemo(() => plainText(markdown).replaceAll(/\s+/gu, ' '), [markdown])
}

function costText(costUsd: number, isAtLeast = false): string | null {
  return formatKnownCost(isAtLeast ? { leastCostUsd: costUsd } : { costUsd })
}
