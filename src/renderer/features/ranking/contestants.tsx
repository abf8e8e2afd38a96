import { labelOf } from '../../../shared/ranking/ranking-text'
import { formatCost, formatCount, formatSigned } from '../../language/format'
import { t } from '../../language/t'
import { Text } from '../../ui/layout/layout'
import type { RankingReport } from './use-ranking'
import { DataTable } from '../../ui/lists/data-table'
import styles from './ranking.module.css'

type Contestants = Pick<RankingReport, 'contestants'>

/** All contestants, strongest first, with a chart of the intervals. */
export function ContestantTable({ contestants }: Contestants) {
  const low = Math.min(...contestants.map(({ interval }) => interval[0]))
  const high = Math.max(...contestants.map(({ interval }) => interval[1]))
  const place = (strength: number) => `${((strength - low) / (high - low || 1)) * 100}%`
  return (
    <DataTable
      heads={[t('ranking.contestant'), t('ranking.chart'), { number: t('ranking.won') }]}
      rows={contestants.map((contestant) => {
        const { key, strength, interval, wins, votes } = contestant
        return {
          key,
          title: key,
          cells: [
            <Name key="name" contestant={contestant} />,
            <span key="chart" className={styles.chart} role="img" aria-label={intervalText(contestant)}>
              <span className={styles.mean} style={{ left: place(0) }} />
              <span
                className={styles.interval}
                style={{ left: place(interval[0]), right: `calc(100% - ${place(interval[1])})` }}
              />
              <span className={styles.point} style={{ left: place(strength) }} />
            </span>,
            t('ranking.wonOf', { wins, votes }),
          ],
        }
      })}
    />
  )
}

function Name({ contestant }: { contestant: Contestants['contestants'][number] }) {
  const { answeredBy: names = [] } = contestant
  return (
    <>
      {labelOf(contestant)}
      {names.length > 0 && (
        <Text tone={names.length > 1 ? 'warn' : 'soft'} size="xs" className={styles.names}>
          {t(names.length > 1 ? 'ranking.answeredBySeveral' : 'ranking.answeredBy', {
            names: names.join(', '),
          })}
        </Text>
      )}
    </>
  )
}

/** The figures behind the chart. */
export function StrengthTable({ contestants }: Contestants) {
  const hasCosts = contestants.some(({ costPerWinUsd }) => costPerWinUsd !== null)
  return (
    <DataTable
      heads={[
        t('ranking.contestant'),
        { number: t('ranking.strength') },
        { number: t('ranking.wins') },
        { number: t('common.votes') },
        ...(hasCosts ? [{ number: t('ranking.costPerWin') }] : []),
      ]}
      rows={contestants.map((contestant) => {
        const { key, wins, votes, costPerWinUsd: cost } = contestant
        const costText = cost === null ? '–' : formatCost(cost)
        const counts = [formatCount(wins), formatCount(votes), ...(hasCosts ? [costText] : [])]
        return { key, title: key, cells: [labelOf(contestant), intervalText(contestant), ...counts] }
      })}
    />
  )
}

function intervalText({ strength, interval: [low, high] }: RankingReport['contestants'][number]): string {
  return t('ranking.interval', {
    strength: formatSigned(strength),
    low: formatSigned(low),
    high: formatSigned(high),
  })
}
