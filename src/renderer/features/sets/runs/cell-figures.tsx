import { useMemo } from 'react'

import type { SetResultCell, SetResultTotal } from '../../../../shared/sets/sets'
import { formatCount, formatKnownCost, formatPercent, formatSeconds } from '../../../language/format'
import { t } from '../../../language/t'
import { plainText } from '../../../markdown/source/plain-text'
import { Ellipsis, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import { PassBar } from '../common/pass-bar'
import styles from './result-grid.module.css'

interface CellFiguresProps {
  cell: SetResultCell | SetResultTotal | undefined
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
        <Row as="span" wrap gap={1.5} className={styles.share}>
          {judged === 0 ? <Text tone="soft">{answered}</Text> : <PassBar passed={passed} judged={judged} />}
          {change !== undefined && change !== 'same' && baseline !== undefined && (
            <Text grow={false} tone={toneOf[change]}>
              {t(`sets.changes.${change}`, {
                passed: formatCount(baseline.passed),
                judged: formatCount(baseline.judged),
              })}
            </Text>
          )}
        </Row>
        {'interval' in cell && cell.interval !== undefined && <Interval interval={cell.interval} />}
        {failed > 0 && <Text tone="bad">{t('sets.failed', { count: failed })}</Text>}
        {cell.unrecorded !== undefined && (
          <Text tone="warn" title={t('sets.past.unrecordedHint')}>
            {t('sets.past.unrecorded', { count: cell.unrecorded })}
          </Text>
        )}
      </Row>
      {beginning !== undefined && (
        <Ellipsis as="button" pad={0} tone="ink" tabIndex={-1} className={styles.beginning} onClick={onOpen}>
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

const toneOf = { regressed: 'bad', improved: 'good', 'within-noise': 'soft' } as const

function Interval({ interval }: { interval: [number, number] }) {
  const [low, high] = interval.map(formatPercent)
  const range = { low: low ?? '', high: high ?? '' }
  return (
    <Text grow={false} tone="soft" size="xs" title={t('sets.differences.intervalHint', range)}>
      {t('sets.differences.interval', range)}
    </Text>
  )
}

function Beginning({ markdown }: { markdown: string }) {
  return useMemo(() => plainText(markdown).replaceAll(/\s+/gu, ' '), [markdown])
}

function costText(costUsd: number, isAtLeast = false): string | null {
  return formatKnownCost(isAtLeast ? { leastCostUsd: costUsd } : { costUsd })
}
