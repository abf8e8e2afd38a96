import { useState } from 'react'

import type {
  WhichFigure,
  WhichFigures,
  WhichModel,
  WhichScope,
} from '../../../shared/which-model/which-model'
import { t } from '../../language/t'
import { classNames } from '../../ui/class-names'
import { Button } from '../../ui/controls/button'
import { HiddenText, Text } from '../../ui/layout/layout'
import { figureDetails, figureName, valueText } from './figure-words'
import { useMore } from '../../ui/lists/use-more'
import tableStyles from '../../ui/lists/data-table.module.css'
import styles from './which-model.module.css'

/** A model as it is shown. The chart names it by its number. */
export type NamedRow = WhichModel['models'][number] & {
  number: number
  name: string
  contextTokens: number | null
}

/** A column with one or several figures of the models. */
export interface FigureColumn {
  id: string
  title: string
  figures: readonly WhichFigure[]
  of: (row: NamedRow) => WhichFigures | undefined
  scope: WhichScope
}

/** What was chosen to be opened. */
export interface OpenedFigure {
  row: NamedRow
  figure: WhichFigure
  scope: WhichScope
}

/** More of them take a while to draw. */
const drawnAtFirst = 12
/** Figures that are better where they are less. */
const lessIsBetter: ReadonlySet<WhichFigure> = new Set(['firstWord', 'failures', 'cost', 'costPerPass'])

interface FigureTableProps {
  label: string
  rows: readonly NamedRow[]
  columns: readonly FigureColumn[]
  /** Draws all rows. */
  isWhole: boolean
  onOpen: (opened: OpenedFigure) => void
}

/** Models as rows. A head sorts, best first; a figure opens what it is made of. */
export function FigureTable({ label, rows, columns, isWhole, onOpen }: FigureTableProps) {
  const [order, setOrder] = useState<{ id: string; isReversed: boolean } | null>(null)
  const by = columns.find(({ id }) => id === order?.id)
  const shown = by === undefined ? rows : sorted(rows, by, order?.isReversed === true)
  const { list, drawn: limit, showMore } = useMore<HTMLDivElement>(drawnAtFirst)
  const drawn = isWhole ? shown.length : limit
  return (
    <div ref={list} className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      <table className={classNames(tableStyles.table, styles.table)}>
        <thead>
          <tr>
            <th scope="col">{t('whichModel.model')}</th>
            {columns.map(({ id, title, figures }) => {
              const isDown = lessIsBetter.has(figures[0] ?? 'votes') === (order?.isReversed === true)
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={order?.id !== id ? 'none' : isDown ? 'descending' : 'ascending'}
                >
                  <button
                    type="button"
                    className={styles.plain}
                    onClick={() => setOrder({ id, isReversed: order?.id === id && !order.isReversed })}
                  >
                    {title}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, drawn).map((row) => (
            <tr key={row.key}>
              <th scope="row" className={styles.model} title={row.key}>
                {row.number}. {row.name}
                <Text as="div" tone="soft" size="xs" className={styles.facts}>
                  {t('whichModel.context', {
                    size:
                      row.contextTokens === null
                        ? t('whichModel.unknown')
                        : t('whichModel.contextTokens', { count: row.contextTokens }),
                  })}
                  {row.settings > 1 && `, ${t('whichModel.settings', { count: row.settings })}`}
                </Text>
              </th>
              {columns.map((column) => (
                <td key={column.id}>
                  <Figures row={row} column={column} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length > drawn && (
        <Button variant="link" className={styles.more} onClick={showMore}>
          {t('common.showMore')}
        </Button>
      )}
    </div>
  )
}

interface FiguresProps extends Pick<FigureTableProps, 'onOpen'> {
  row: NamedRow
  column: FigureColumn
}

function Figures({ row, column: { title, figures, of, scope }, onOpen }: FiguresProps) {
  const known = of(row) ?? {}
  if (figures.every((figure) => known[figure] === undefined)) {
    return (
      <Text tone="faint" size="xs">
        {t('whichModel.unknown')}
      </Text>
    )
  }
  return figures.map((figure) => {
    const estimate = known[figure]
    if (estimate === undefined) return null
    const value = valueText(figure, estimate.value)
    const details = figureDetails(figure, estimate)
    const name = figures.length === 1 ? row.name : `${row.name}, ${title}`
    return (
      <button
        key={figure}
        type="button"
        className={classNames(styles.plain, styles.figure)}
        onClick={() => onOpen({ row, figure, scope })}
      >
        <HiddenText data-slot="figure-name">
          {t('whichModel.figureOf', { figure: figureName(figure), name })}{' '}
        </HiddenText>
        {figures.length === 1 ? value : `${figureName(figure)} ${value}`}
        {(figures.length === 1 ? details : [details.join(' · ')]).map((detail) => (
          <span key={detail} className={styles.detail}>
            {` ${detail}`}
          </span>
        ))}
      </button>
    )
  })
}

/** Best first, or last; those without the figure come at the end. */
function sorted(rows: readonly NamedRow[], { figures, of }: FigureColumn, isReversed: boolean): NamedRow[] {
  const figure = figures.find((each) => rows.some((row) => of(row)?.[each] !== undefined)) ?? 'votes'
  const sign = lessIsBetter.has(figure) === isReversed ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [of(one)?.[figure], of(other)?.[figure]]
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined)
    return sign * (first.value - second.value)
  })
}
