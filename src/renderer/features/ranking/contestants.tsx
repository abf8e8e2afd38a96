import { labelOf } from '../../../shared/ranking/ranking-text'
import { formatCost, formatCount, formatSigned } from '../../language/format'
import { t } from '../../language/t'
import { Text } from '../../ui/layout/layout'
import type { RankingReport } from './use-ranking'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './ranking.module.css'

type Contestants = Pick<RankingReport, 'contestants'>

/** All contestants, strongest first, with a chart of the intervals. */
export function ContestantTable({ contestants }: Contestants) {
  const low = Math.min(...contestants.map(({ interval }) => interval[0]))
  const high = Math.max(...contestants.map(({ interval }) => interval[1]))
  const place = (strength: number) => `${((strength - low) / (high - low || 1)) * 100}%`
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{t('ranking.contestant')}</th>
          <th scope="col" className={styles.chartHead}>
            {t('ranking.chart')}
          </th>
          <th scope="col" className={tableStyles.number}>
            {t('ranking.won')}
          </th>
        </tr>
      </thead>
      <tbody>
        {contestants.map((contestant) => {
          const { key, strength, interval, wins, votes, answeredBy = [] } = contestant
          const [from, to] = interval
          return (
            <tr key={key}>
              <th scope="row" className={styles.name} title={key}>
                {labelOf(contestant)}
                {answeredBy.length > 0 && (
                  <Text tone={answeredBy.length > 1 ? 'warn' : 'soft'} size="xs" className={styles.names}>
                    {t(answeredBy.length > 1 ? 'ranking.answeredBySeveral' : 'ranking.answeredBy', {
                      names: answeredBy.join(', '),
                    })}
                  </Text>
                )}
              </th>
              <td>
                <span className={styles.chart} role="img" aria-label={intervalText(contestant)}>
                  <span className={styles.mean} style={{ left: place(0) }} />
                  <span
                    className={styles.interval}
                    style={{ left: place(from), right: `calc(100% - ${place(to)})` }}
                  />
                  <span className={styles.point} style={{ left: place(strength) }} />
                </span>
              </td>
              <td className={tableStyles.number}>{t('ranking.wonOf', { wins, votes })}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The figures behind the chart. */
export function StrengthTable({ contestants }: Contestants) {
  const hasCosts = contestants.some(({ costPerWinUsd }) => costPerWinUsd !== null)
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{t('ranking.contestant')}</th>
          <th scope="col" className={tableStyles.number}>
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
          const { key, wins, votes, costPerWinUsd } = contestant
          return (
            <tr key={key}>
              <th scope="row" className={styles.name} title={key}>
                {labelOf(contestant)}
              </th>
              <td className={tableStyles.number}>{intervalText(contestant)}</td>
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

function intervalText({ strength, interval: [low, high] }: RankingReport['contestants'][number]): string {
  return t('ranking.interval', {
    strength: formatSigned(strength),
    low: formatSigned(low),
    high: formatSigned(high),
  })
}
