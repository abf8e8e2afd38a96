import { useStore } from 'zustand'

import type { SpendingRow } from '../../../shared/spending/spending'
import { formatCount } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import type { Grouping } from './spending-rows'
import { costText, rowName } from './spending-words'
import { Hint } from '../../ui/layout/layout'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './spending.module.css'

/** Further rows are only in the CSV file. */
const shownRows = 200

/** The rows of a report. The chart shows days and months; other rows have a bar each. */
export function SpendingTable({ grouping, rows }: { grouping: Grouping; rows: readonly SpendingRow[] }) {
  const { models } = useStore(useApp().models)
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
              {t('spending.cost')}
            </th>
            <th scope="col" className={tableStyles.number}>
              {t('spending.requests')}
            </th>
            {hasUnknown && (
              <th scope="col" className={tableStyles.number}>
                {t('spending.ofUnknownCost')}
              </th>
            )}
            <th scope="col" className={tableStyles.number}>
              {t('spending.inputTokens')}
            </th>
            <th scope="col" className={tableStyles.number}>
              {t('spending.outputTokens')}
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
