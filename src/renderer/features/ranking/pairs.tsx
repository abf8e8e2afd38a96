import { evidenceText, labelOf, pairText } from '../../../shared/ranking/ranking-text'
import { formatCount, formatPercent, formatCost, formats } from '../../language/format'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import type { RankingReport } from './use-ranking'
import { Hint, Text, Row } from '../../ui/layout/layout'
import type { RankedPair } from '../../../shared/ranking/ranking'
import { winnerOf } from '../../../shared/ranking/verdict'
import { Problem } from '../../ui/text/problem'
import { useApp } from '../../state/app/use-app'
import type { View } from '../../state/navigation/navigation'
import { useAttempt } from '../../state/app/use-attempt'
import { useMore } from '../../ui/lists/use-more'
import { DataTable } from '../../ui/lists/data-table'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './ranking.module.css'

/** More columns than this have no room for their figures. */
const maxInMatrix = 12
/** Pairs drawn at first. */
const drawnAtFirst = 60

type PairsProps = Pick<RankingReport, 'contestants' | 'pairs'>

/** Every pair: as a matrix if that has room for its figures, otherwise as a list. */
export function Pairs(props: PairsProps) {
  const { length } = props.contestants
  return length > 2 && length <= maxInMatrix ? <PairMatrix {...props} /> : <PairTable {...props} />
}

/** How the votes on each pair fell, how likely the first is better, and whether that is settled. */
function PairTable({ contestants, pairs }: PairsProps) {
  const { list, drawn, showMore } = useMore<HTMLDivElement>(drawnAtFirst, 10 * drawnAtFirst)
  const nameOf = namesOf(contestants)
  return (
    <div ref={list}>
      <DataTable
        heads={[
          t('ranking.pair'),
          { number: t('ranking.winsLossesTies') },
          { number: t('ranking.probability') },
          { number: t('exports.ranking.evidence') },
          t('common.result'),
        ]}
        rows={pairs.slice(0, drawn).map((pair) => ({
          key: JSON.stringify([pair.a, pair.b]),
          cells: [
            t('ranking.versus', { a: nameOf(pair.a), b: nameOf(pair.b) }),
            `${pair.wins} – ${pair.losses} – ${pair.ties}`,
            formatPercent(pair.probabilityBetter),
            evidenceText(pair.eValue, formats()),
            pairText(pair, nameOf, t),
          ],
        }))}
      />
      {pairs.length > drawn && (
        <Hint tone="soft">
          {t('ranking.pairsDrawn', { shown: formatCount(drawn), count: pairs.length })}{' '}
          <Button onClick={showMore}>{t('common.showMore')}</Button>
        </Hint>
      )}
    </div>
  )
}

function namesOf(contestants: PairsProps['contestants']): (key: string) => string {
  const names = new Map(contestants.map((contestant) => [contestant.key, labelOf(contestant)]))
  return (key) => names.get(key) ?? key
}

/** How likely each contestant is better than each other one, with the votes on the two. */
function PairMatrix({ contestants, pairs }: PairsProps) {
  const nameOf = namesOf(contestants)
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
              <th scope="row" className={tableStyles.name}>
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
                    <Text as="div" tone="soft" size="xs">
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

/** The pair whose comparison is most informative, its cost, and a button that starts it. */
export function NextPair({ ranking: { next, contestants } }: { ranking: RankingReport }) {
  const { comparisons, openMade } = useApp()
  const { refusal, isBusy, attempt } = useAttempt()
  if (next === null) return null
  const two = [next.a, next.b].flatMap((key) => contestants.filter((contestant) => contestant.key === key))
  const [a, b] = two.map(labelOf)
  const models = two.flatMap(({ asked }) => asked ?? [])
  const create = async (): Promise<View> => {
    const { comparisonId } = await comparisons.create({ models, isBlind: true })
    return { kind: 'compare', comparisonId }
  }
  const start = () => attempt(() => openMade(create()))
  return (
    <Row wrap tone="ink" size="s" className={styles.next}>
      <span>
        {t('ranking.next', { a: a ?? next.a, b: b ?? next.b })}
        {next.costUsd !== null &&
          next.costUsd > 0 &&
          ` ${t('ranking.nextCost', { cost: formatCost(next.costUsd) })}`}
      </span>
      {models.length === 2 && (
        <Button aria-disabled={isBusy} onClick={() => void start()}>
          {t('ranking.nextStart')}
        </Button>
      )}
      <Problem error={refusal} />
    </Row>
  )
}
