import { useContext } from 'react'

import { knownCost } from '../../../../../shared/sessions/continued-usage'
import { formatCost, formatKnownCost } from '../../../../language/format'
import { t } from '../../../../language/t'
import { AppModelPicker } from '../../../model-picker/app-model-picker'
import type { JudgeCost } from './use-judge-cost'
import { RowJudgeContext } from './use-row-judge'
import { Row, Text } from '../../../../ui/layout/layout'
import styles from './judging.module.css'

/** Chooses the model that judges rows, and says what its verdicts will cost and have cost. */
export function RowJudgeBar({ cost }: { cost: JudgeCost | undefined }) {
  const judge = useContext(RowJudgeContext)
  if (judge === null) return null
  return (
    <Row
      wrap
      grow={false}
      className={styles.bar}
      role="group"
      aria-label={t('compare.differences.judge.title')}
    >
      <Text size="s">{t('compare.differences.judge.title')}</Text>
      <AppModelPicker
        value={judge.model}
        label={t('compare.differences.judge.model')}
        align="start"
        onChange={judge.choose}
      />
      <Text tone="soft" size="xs">
        {t('compare.differences.judge.hint')}
        {cost !== undefined && <b className={styles.cost}> {costText(cost)}</b>}
        {(knownCost(judge.spent)?.usd ?? 0) > 0 &&
          ` ${t('compare.differences.judge.spent', { cost: formatKnownCost(judge.spent) ?? '' })}`}
      </Text>
    </Row>
  )
}

function costText(cost: JudgeCost): string {
  if (cost === null) return t('compare.differences.judge.costUnknown')
  const low = formatCost(cost.lowUsd)
  const high = formatCost(cost.highUsd)
  if (cost.highUsd === 0) return t('compare.differences.judge.free')
  return low === high
    ? t('compare.differences.judge.costPerRow', { cost: high })
    : t('compare.differences.judge.costFromTo', { low, high })
}
