import type { RankedPair } from '../../../shared/ranking/ranking'
import { winnerOf } from '../../../shared/ranking/verdict'
import { labelOf, pairText } from '../../../shared/ranking/ranking-text'
import { formatPercent } from '../../language/format'
import { t } from '../../language/t'
import type { RankingReport } from './use-ranking'
import { Text } from '../../ui/layout/layout'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './ranking.module.css'

/** More columns than this have no room for their figures. */
export const maxInMatrix = 12

/** How likely each contestant is better than each other one, with the votes on the two. */
export function PairMatrix({ contestants, pairs }: Pick<RankingReport, 'contestants' | 'pairs'>) {
  const names = new Map(contestants.map((contestant) => [contestant.key, labelOf(contestant)]))
  const nameOf = (key: string) => names.get(key) ?? key
  const byKeys = new Map(pairs.map((pair) => [JSON.stringify([pair.a, pair.b]), pair]))
  const pairOf = (one: string, other: string): RankedPair | undefined => {
    const pair = byKeys.get(JSON.stringify([one, other]))
    if (pair !== undefined) return pair
    const turned = byKeys.get(JSON.stringify([other, one]))
    return turned === undefined
      ? undefined
      : {
          ...turned,
          wins: turned.losses,
          losses: turned.wins,
          probabilityBetter: 1 - turned.probabilityBetter,
        }
  }
  return (
    <div className={styles.matrix} role="region" aria-label={t('ranking.matrix')} tabIndex={0}>
      <table className={tableStyles.table}>
        <caption className={styles.caption}>{t('ranking.matrixHint')}</caption>
        <thead>
          <tr>
            <td />
            {contestants.map(({ key }, index) => (
              <th
                key={key}
                scope="col"
                className={tableStyles.number}
                title={nameOf(key)}
                aria-label={nameOf(key)}
              >
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contestants.map(({ key }, index) => (
            <tr key={key}>
              <th scope="row" className={styles.name}>
                {index + 1}. {nameOf(key)}
              </th>
              {contestants.map(({ key: other }) => {
                const pair = key === other ? undefined : pairOf(key, other)
                if (pair === undefined) return <td key={other} className={tableStyles.number} />
                const winner = winnerOf(pair)
                return (
                  <td
                    key={other}
                    className={`${tableStyles.number} ${winner === key ? styles.settled : ''}`}
                    title={`${t('ranking.versus', { a: nameOf(key), b: nameOf(other) })}: ${pairText(pair, nameOf, t)}`}
                  >
                    {formatPercent(pair.probabilityBetter)}
                    <Text tone="soft" size="xs" className={styles.score}>
                      {pair.wins}–{pair.losses}–{pair.ties}
                    </Text>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
