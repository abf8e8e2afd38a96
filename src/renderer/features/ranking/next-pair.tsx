import { useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { labelOf } from '../../../shared/ranking/ranking-text'
import { errorDataOf } from '../../errors/error-data'
import { errorLine } from '../../errors/error-text'
import { formatCost } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import type { RankingReport } from './use-ranking'
import { Row, Text } from '../../ui/layout/layout'
import styles from './ranking.module.css'

interface NextPairProps {
  ranking: RankingReport
  /** Closes what is in front of the new comparison. */
  onLeave: () => void
}

/** Which two to ask next, what that costs, and a button that begins it. */
export function NextPair({ ranking: { next, contestants }, onLeave }: NextPairProps) {
  const { comparisons, go } = useApp()
  const [error, setError] = useState<ErrorData | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  if (next === null) return null
  const two = [next.a, next.b].flatMap((key) => contestants.filter((contestant) => contestant.key === key))
  const [a, b] = two.map(labelOf)
  const models = two.flatMap(({ asked }) => asked ?? [])
  const start = async () => {
    setIsStarting(true)
    try {
      const { comparisonId } = await comparisons.create({ models, isBlind: true })
      onLeave()
      go({ kind: 'compare', comparisonId })
    } catch (failed) {
      setError(errorDataOf(failed))
      setIsStarting(false)
    }
  }
  return (
    <Row wrap tone="ink" size="s" className={styles.next}>
      <span>
        {t('ranking.next', { a: a ?? next.a, b: b ?? next.b })}
        {next.costUsd !== null &&
          next.costUsd > 0 &&
          ` ${t('ranking.nextCost', { cost: formatCost(next.costUsd) })}`}
      </span>
      {models.length === 2 && (
        <Button aria-disabled={isStarting} onClick={() => isStarting || void start()}>
          {t('ranking.nextStart')}
        </Button>
      )}
      {error !== null && (
        <Text tone="bad" role="alert">
          {errorLine(error)}
        </Text>
      )}
    </Row>
  )
}
