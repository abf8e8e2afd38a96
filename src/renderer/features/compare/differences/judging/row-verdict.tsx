import { useContext } from 'react'
import { useStore } from 'zustand'

import type { RowJudgement } from '../../../../../shared/differences/row-judgement'
import { errorLine } from '../../../../errors/error-text'
import { formatCost } from '../../../../language/format'
import { t } from '../../../../language/t'
import { useApp } from '../../../../state/app/use-app'
import { modelName } from '../../../../state/models/models'
import { Button } from '../../../../ui/controls/button'
import { UnreadReplies } from '../../../../ui/text/unread-replies'
import { type RowVariant, type JudgedRow, RowJudgeContext } from './use-row-judge'
import { Text } from '../../../../ui/layout/layout'
import styles from './judging.module.css'

/** Has the chosen model judge one row, and shows its verdict. Empty until a model is chosen. */
export function RowVerdict({ variants }: { variants: readonly RowVariant[] }) {
  const judge = useContext(RowJudgeContext)
  if (judge === null || variants.length < 2) return null
  const { isJudging, judged } = judge.rowOf(variants)
  if (judge.model === null && judged === null) return null
  return (
    <span className={styles.row}>
      <span role="status">
        {isJudging ? (
          t('compare.differences.judge.judging')
        ) : judged === null ? null : (
          <Verdict judged={judged} variants={variants} />
        )}
      </span>{' '}
      {isJudging ? (
        <Button variant="link" onFirstClick={judge.stop}>
          {t('compare.differences.judge.stop')}
        </Button>
      ) : (
        judge.model !== null && (
          <Button
            variant="link"
            aria-disabled={judge.isBusy}
            title={t('compare.differences.judge.row')}
            onFirstClick={() => judge.judge(variants)}
          >
            {t(judged === null ? 'compare.differences.judge.start' : 'compare.differences.judge.again')}
          </Button>
        )
      )}
    </span>
  )
}

function Verdict({ judged, variants }: { judged: JudgedRow; variants: readonly RowVariant[] }) {
  const models = useStore(useApp().models.store, (state) => state.models)
  if ('error' in judged) return <Text tone="bad">{errorLine(judged.error)}</Text>
  const { model, judgement } = judged
  const { whys, costUsd } = judgement
  return (
    <>
      <Text as="b" weight="strong">
        {verdictText(judgement, variants)}
      </Text>{' '}
      {[...new Set(whys)].join(' · ')}{' '}
      <Text tone="soft" size="xs">
        {modelName(models, model)}
        {costUsd !== null && costUsd > 0 && `, ${formatCost(costUsd)}`}
      </Text>
      <UnreadReplies replies={judgement.unread} />
    </>
  )
}

function verdictText({ verdict, best }: RowJudgement, variants: readonly RowVariant[]): string {
  if (verdict !== 'best') return t(`compare.differences.judge.verdicts.${verdict}`)
  return t('compare.differences.judge.best', { letters: (variants[best ?? 0]?.letters ?? []).join(', ') })
}
