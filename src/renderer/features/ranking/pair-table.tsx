import { useState } from 'react'

import { labelOf, pairText } from '../../../shared/ranking/ranking-text'
import { formatCount, formatPercent } from '../../language/format'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import type { RankingReport } from './use-ranking'
import { Hint } from '../../ui/layout/layout'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './ranking.module.css'

/** How many pairs are drawn at first. */
const drawnAtFirst = 60

/** Every pair: how its votes fell, how likely the first is better, and whether that is settled. */
export function PairTable({ contestants, pairs }: Pick<RankingReport, 'contestants' | 'pairs'>) {
  const [drawn, setDrawn] = useState(drawnAtFirst)
  const names = new Map(contestants.map((contestant) => [contestant.key, labelOf(contestant)]))
  return (
    <>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{t('ranking.pair')}</th>
            <th scope="col" className={tableStyles.number}>
              {t('ranking.winsLossesTies')}
            </th>
            <th scope="col" className={tableStyles.number}>
              {t('ranking.probability')}
            </th>
            <th scope="col">{t('ranking.evidence')}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.slice(0, drawn).map((pair) => (
            <tr key={JSON.stringify([pair.a, pair.b])}>
              <th scope="row" className={styles.name}>
                {t('ranking.versus', { a: names.get(pair.a) ?? pair.a, b: names.get(pair.b) ?? pair.b })}
              </th>
              <td className={tableStyles.number}>
                {pair.wins} – {pair.losses} – {pair.ties}
              </td>
              <td className={tableStyles.number}>{formatPercent(pair.probabilityBetter)}</td>
              <td>{pairText(pair, (key) => names.get(key) ?? key, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pairs.length > drawn && (
        <Hint tone="soft">
          {t('ranking.pairsDrawn', { shown: formatCount(drawn), count: pairs.length })}{' '}
          <Button onClick={() => setDrawn(drawn + 10 * drawnAtFirst)}>{t('ranking.showMore')}</Button>
        </Hint>
      )}
    </>
  )
}
