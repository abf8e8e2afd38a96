import { labelOf } from '../../../shared/ranking/ranking-text'
import { formatCost, formatCount, formatSigned } from '../../language/format'
import { t } from '../../language/t'
import type { RankingReport } from './use-ranking'
import { Text } from '../../ui/layout/layout'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './ranking.module.css'

/** All contestants, strongest first, with a chart of the intervals; the table says the same in numbers. */
export function RankingTable({ contestants }: Pick<RankingReport, 'contestants'>) {
  const low = Math.min(...contestants.map(({ interval }) => interval[0]))
  const high = Math.max(...contestants.map(({ interval }) => interval[1]))
  const place = (strength: number) => `${((strength - low) / (high - low || 1)) * 100}%`
  const hasCosts = contestants.some(({ costPerWinUsd }) => costPerWinUsd !== null)
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{t('ranking.contestant')}</th>
          <th scope="col" className={styles.chartHead}>
            {t('ranking.strength')}
          </th>
          <th scope="col" className={tableStyles.number}>
            {t('ranking.wins')}
          </th>
          <th scope="col" className={tableStyles.number}>
            {t('common.votes')}
          </th>
          {hasCosts && (
            <th scope="col" className={tableStyles.number}>
              {t('ranking.costPerWin')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {contestants.map((contestant) => {
          const { key, strength, interval, wins, votes, costPerWinUsd, answeredBy = [] } = contestant
          const [from, to] = interval
          return (
            <tr key={key}>
              <th scope="row" className={styles.name} title={key}>
                {labelOf(contestant)}
                {answeredBy.length > 0 && (
                  <span className={answeredBy.length > 1 ? styles.warning : styles.names}>
                    {t(answeredBy.length > 1 ? 'ranking.answeredBySeveral' : 'ranking.answeredBy', {
                      names: answeredBy.join(', '),
                    })}
                  </span>
                )}
              </th>
              <td>
                <span className={styles.chart} aria-hidden="true">
                  <span className={styles.mean} style={{ left: place(0) }} />
                  <span
                    className={styles.interval}
                    style={{ left: place(from), right: `calc(100% - ${place(to)})` }}
                  />
                  <span className={styles.point} style={{ left: place(strength) }} />
                </span>
                <Text tone="soft" size="xs">
                  {t('ranking.interval', {
                    strength: formatSigned(strength),
                    low: formatSigned(from),
                    high: formatSigned(to),
                  })}
                </Text>
              </td>
              <td className={tableStyles.number}>{formatCount(wins)}</td>
              <td className={tableStyles.number}>{formatCount(votes)}</td>
              {hasCosts && (
                <td className={tableStyles.number}>
                  {costPerWinUsd === null ? '–' : formatCost(costPerWinUsd)}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
