import { useContext } from 'react'

import { formatCost } from '../../../../language/format'
import { t } from '../../../../language/t'
import { AppModelPicker } from '../../../model-picker/app-model-picker'
import { RowJudgeContext } from './use-row-judge'
import styles from './judging.module.css'

/** Chooses the model that judges rows, and says what its verdicts have cost. */
export function RowJudgeBar() {
  const judge = useContext(RowJudgeContext)
  if (judge === null) return null
  return (
    <div className={styles.bar} role="group" aria-label={t('compare.differences.judge.title')}>
      <span className={styles.label}>{t('compare.differences.judge.title')}</span>
      <AppModelPicker
        value={judge.model}
        label={t('compare.differences.judge.model')}
        variant="plain"
        align="start"
        onChange={judge.choose}
      />
      <span className={styles.hint}>
        {t('compare.differences.judge.hint')}
        {judge.spentUsd > 0 &&
          ` ${t('compare.differences.judge.spent', { cost: formatCost(judge.spentUsd) })}`}
      </span>
    </div>
  )
}
