import { useStore } from 'zustand'

import type { SpendingRow } from '../../../shared/spending/spending'
import { formatCount } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import type { Grouping, Bar } from './spending-rows'
import { costText, rowName, dateName } from './spending-words'
import { Hint, Row, Stack } from '../../ui/layout/layout'
import { classNames } from '../../ui/class-names'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './spending.module.css'

/** Further rows are only in the CSV file. */
const shownRows = 200

/** The rows of a report. The chart shows days and months; other rows have a bar each. */
export function SpendingTable({ grouping, rows }: { grouping: Grouping; rows: readonly SpendingRow[] }) {
  const { models } = useStore(useApp().models.store)
  const isInTime = grouping === 'day' || grouping === 'month'
  const most = Math.max(...rows.map(({ costUsd }) => costUsd ?? 0))
  const hasUnknown = rows.some(({ unknownCount }) => unknownCount > 0)
  const nameOf = (id: string) => {
    const known = models.find((model) => (grouping === 'model' ? model.id : model.providerId) === id)
    if (known === undefined) return id
    // The same model may have another price elsewhere.
    return grouping === 'model' ? `${known.name} · ${known.providerName}` : known.providerName
  }
  const shown = (isInTime ? rows.toReversed() : rows).slice(0, shownRows)
  return (
    <>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{t(`spending.groups.${grouping}`)}</th>
            <th scope="col" className={tableStyles.number}>
              {t('common.cost')}
            </th>
            <th scope="col" className={tableStyles.number}>
              {t('common.requests')}
            </th>
            {hasUnknown && (
              <th scope="col" className={tableStyles.number}>
                {t('spending.ofUnknownCost')}
              </th>
            )}
            <th scope="col" className={tableStyles.number}>
              {t('common.inputTokens')}
            </th>
            <th scope="col" className={tableStyles.number}>
              {t('common.outputTokens')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row" className={styles.name} title={row.key ?? undefined}>
                {rowName(grouping, row, nameOf)}
                {!isInTime && most > 0 && (
                  <span className={styles.share} aria-hidden="true">
                    <span style={{ width: `${(100 * (row.costUsd ?? 0)) / most}%` }} />
                  </span>
                )}
              </th>
              <td className={tableStyles.number}>{costText(row)}</td>
              <td className={tableStyles.number}>{formatCount(row.count)}</td>
              {hasUnknown && (
                <td className={tableStyles.number}>
                  {row.unknownCount === 0 ? '–' : formatCount(row.unknownCount)}
                </td>
              )}
              <td className={tableStyles.number}>{formatCount(row.inputTokens)}</td>
              <td className={tableStyles.number}>{formatCount(row.outputTokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownRows && (
        <Hint tone="soft" className={styles.basis}>
          {t('spending.moreRows', { count: rows.length - shownRows })}
        </Hint>
      )}
    </>
  )
}

/** The known cost of each day or month. The table contains the same numbers. */
export function SpendingChart({ bars }: { bars: readonly Bar[] }) {
  const highest = bars.reduce<Bar | null>(
    (max, bar) => ((bar.costUsd ?? 0) > (max?.costUsd ?? 0) ? bar : max),
    null,
  )
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return null
  const hasUnknown = bars.some((bar) => bar.unknownCount > 0)
  return (
    <figure className={styles.chart}>
      <Row
        align="stretch"
        className={styles.bars}
        role="img"
        aria-label={
          highest === null
            ? t('spending.chartOfNothing')
            : t('spending.chart', { cost: costText(highest), date: dateName(highest.key) })
        }
      >
        {bars.map((bar) => (
          <Stack
            as="span"
            gap={0}
            align="center"
            justify="end"
            key={bar.key}
            className={styles.slot}
            title={`${dateName(bar.key)}: ${costText(bar)}`}
          >
            {bar.unknownCount > 0 && <span className={styles.openMark} />}
            <span
              className={classNames(styles.bar, (bar.costUsd ?? 0) > 0 && styles.someBar)}
              style={{ height: `${(100 * (bar.costUsd ?? 0)) / (highest?.costUsd ?? 1)}%` }}
            />
          </Stack>
        ))}
      </Row>
      <Row
        as="figcaption"
        align="stretch"
        justify="between"
        tone="soft"
        size="xs"
        className={styles.chartFoot}
      >
        <span>{dateName(first.key)}</span>
        {hasUnknown && (
          <span>
            <span className={styles.openMark} aria-hidden="true" /> {t('spending.openMark')}
          </span>
        )}
        <span>{last.key === first.key ? '' : dateName(last.key)}</span>
      </Row>
    </figure>
  )
}
