import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { SetResult, SetResultRow } from '../../../../shared/sets/sets'
import { memo } from '../../../language/memo'
import { t } from '../../../language/t'
import { IconButton } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import { useColumnsInView } from '../../../ui/viewport/use-columns-in-view'
import { useVirtualRows } from '../../../ui/viewport/use-virtual-rows'
import { useModelNames } from '../common/set-words'
import { useReturnFocus } from '../common/use-return-focus'
import { CellFigures } from './cell-figures'
import { JudgeCell } from './judgements'
import { useApp } from '../../../state/app/use-app'
import { scalesOf } from '../../../ui/theme/scales'
import { Ellipsis, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import styles from '../common/sets.module.css'
import gridStyles from './result-grid.module.css'

/** The height of a row at the normal size of text. */
const rowPx = 80

/** A row has many cells, which take long to draw. */
const overscanRows = 3

/** How the rows are sorted: regressions first, in the set's order, or by the share that a model passes. */
type Order = { by: 'regressions' } | { by: 'prompt' } | { by: 'model'; model: number }

interface ResultGridProps {
  result: SetResult
  /** The prompt whose answers were shown before, which gets the focus. */
  returnTo: number | null
  /** There are runs to compare this one with. */
  hasOtherRuns: boolean
  onOpen: (prompt: number) => void
  /** Opens a row as a comparison; null if its answers are too many or too few. */
  onCompare: ((prompt: number) => void) | null
}

/** Prompts by models, with how many of the repeats passed. Only the rows in view are drawn. */
export function ResultGrid({ result, returnTo, hasOtherRuns, onOpen, onCompare }: ResultGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<Order>({ by: 'regressions' })
  const textSize = useStore(useApp().settings.store, (state) => state.settings.textSize)
  const heightPx = Math.round(rowPx * scalesOf({ textSize, density: 'comfortable' }).text)
  const rows = useMemo(
    () => sorted(result.rows, order).map((row, index) => ({ key: String(row.prompt), heightPx, row, index })),
    [result, order, heightPx],
  )
  const always = [rows.findIndex(({ row }) => row.prompt === returnTo)]
  const { drawn, heightPx: canvasPx } = useVirtualRows({ scroller, rows, always, overscan: overscanRows })
  useReturnFocus(scroller, returnTo === null ? null : String(returnTo))
  const { models } = result.run
  const names = useModelNames(models)
  const judgeModels = useMemo(() => result.judges.flatMap(({ run }) => run.models.slice(0, 1)), [result])
  const judgeNames = useModelNames(judgeModels)
  const count = models.length + result.judges.length
  const inView = useColumnsInView(scroller, head, count)
  const columns = useMemo(
    () => ({
      gridTemplateColumns: `minmax(12em, 2fr) repeat(${count}, minmax(10em, 1fr))`,
      minWidth: `${12 + 10 * count}em`,
    }),
    [count],
  )
  const hasHidden = rows.some(({ row }) => row.isHidden === true)
  return (
    <>
      <p className={styles.lead} role="status">
        {leadOf(result, { hasHidden, hasOtherRuns })}
      </p>
      <div
        ref={scroller}
        className={styles.rows}
        role="table"
        aria-label={t('common.result')}
        aria-rowcount={rows.length + 1}
        aria-colcount={count + 1}
      >
        <div role="rowgroup" className={gridStyles.head}>
          <div ref={head} role="row" aria-rowindex={1} className={gridStyles.row} style={columns}>
            <div
              role="columnheader"
              aria-sort={order.by === 'prompt' ? 'ascending' : 'none'}
              className={gridStyles.first}
            >
              <Ellipsis
                as="button"
                pad={0}
                tone="ink"
                weight="strong"
                className={gridStyles.sort}
                onClick={() => setOrder({ by: order.by === 'prompt' ? 'regressions' : 'prompt' })}
              >
                {t('sets.prompt')}
              </Ellipsis>
            </div>
            {models.map(({ key }, model) => {
              const isSorted = order.by === 'model' && order.model === model
              const { won = 0, of: votes = 0 } = result.votes[model] ?? {}
              return (
                // oxlint-disable-next-line react/no-array-index-key -- a model may be in the line-up twice
                <div key={model} role="columnheader" aria-sort={isSorted ? 'ascending' : 'none'}>
                  <Ellipsis
                    as="button"
                    pad={0}
                    tone="ink"
                    weight="strong"
                    className={gridStyles.sort}
                    title={key}
                    onClick={() => setOrder(isSorted ? { by: 'regressions' } : { by: 'model', model })}
                  >
                    {names[model]}
                  </Ellipsis>
                  {!hasHidden && votes > 0 && (
                    <Text as="p" size="s">
                      {t('sets.wonVotes', { won, count: votes })}
                    </Text>
                  )}
                  {hasHidden || result.totals[model]?.done === 0 ? null : (
                    <CellFigures cell={result.totals[model]} />
                  )}
                </div>
              )
            })}
            {result.judges.map(({ run, total }, judge) => (
              <div key={run.id} role="columnheader">
                <Ellipsis pad={0} tone="ink" weight="strong" className={gridStyles.sort}>
                  {t('sets.judge.by', { name: judgeNames[judge] ?? '' })}
                </Ellipsis>
                {hasHidden ? null : <JudgeCell count={total} names={names} />}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.canvas} style={{ height: canvasPx }}>
          {drawn.map(({ row: { key, row, index }, topPx }) => (
            <GridRow
              key={key}
              row={row}
              index={index}
              topPx={topPx}
              heightPx={heightPx}
              columns={columns}
              inView={inView}
              judges={result.judges}
              names={names}
              onOpen={onOpen}
              onCompare={onCompare}
            />
          ))}
        </div>
      </div>
    </>
  )
}

interface GridRowProps extends Pick<ResultGridProps, 'onOpen' | 'onCompare'> {
  row: SetResultRow
  index: number
  topPx: number
  heightPx: number
  columns: CSSProperties
  /** The indexes of the columns to draw, from 0 for the prompts. */
  inView: ReadonlySet<number>
  judges: SetResult['judges']
  names: readonly string[]
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, topPx, heightPx, columns, inView, judges, names, onOpen, onCompare } = props
  const open = () => onOpen(row.prompt)
  const cell = (column: number, figures: ReactNode) =>
    inView.has(column) && (
      <Row
        gap={0}
        key={column}
        role="cell"
        aria-colindex={column + 1}
        className={gridStyles.cell}
        style={{ gridColumn: column + 1 }}
      >
        {row.isHidden === true ? <HiddenFigures /> : figures}
      </Row>
    )
  return (
    <div
      data-row={row.prompt}
      role="row"
      aria-rowindex={index + 2}
      className={classNames(styles.row, gridStyles.row)}
      style={{ ...columns, top: topPx, height: heightPx }}
    >
      <Row gap={0} role="rowheader" className={classNames(gridStyles.cell, gridStyles.first)}>
        <Stack
          as="button"
          justify="center"
          gap={1}
          grow
          pad={[0, 5]}
          tone="ink"
          className={styles.rowButton}
          onClick={open}
        >
          <span className={gridStyles.prompt} title={row.text}>
            {row.text}
          </span>
          {row.turns !== undefined && (
            <Hint as="span" tone="soft">
              {t('sets.past.after', { count: row.turns })}
            </Hint>
          )}
        </Stack>
        {onCompare !== null && (
          <IconButton
            icon="compare"
            label={t('sets.openRowNamed', { prompt: row.text })}
            title={t('sets.openRow')}
            onClick={() => onCompare(row.prompt)}
          />
        )}
      </Row>
      {names.map((_, model) => cell(model + 1, <CellFigures cell={row.cells[model]} onOpen={open} />))}
      {judges.map(({ rows: counts }, judge) =>
        cell(names.length + judge + 1, <JudgeCell count={counts[row.prompt]} names={names} />),
      )}
    </div>
  )
})

/** The order of the grid and its reason; empty for the only run of a set. */
function leadOf(
  { baseline, regressions, withinNoise }: SetResult,
  { hasHidden, hasOtherRuns }: { hasHidden: boolean; hasOtherRuns: boolean },
): string {
  if (hasHidden) return t('sets.hiddenLead')
  if (baseline !== null) {
    const beyondChance =
      regressions === 0 ? t('sets.noRegressions') : t('sets.regressions', { count: regressions })
    return withinNoise === 0
      ? beyondChance
      : `${beyondChance} ${t('sets.withinNoise', { count: withinNoise })}`
  }
  return hasOtherRuns ? t('sets.notCompared') : ''
}

/** Shown in place of anything that would distinguish the models of the answers. */
function HiddenFigures() {
  return (
    <Hint as="span" tone="soft">
      {t('sets.hiddenFigures')}
    </Hint>
  )
}

function sorted(rows: readonly SetResultRow[], order: Order): readonly SetResultRow[] {
  if (order.by === 'regressions') return rows
  if (order.by === 'prompt') return rows.toSorted((one, other) => one.prompt - other.prompt)
  const share = ({ cells }: SetResultRow) => {
    const cell = cells[order.model]
    return cell === undefined || cell.judged === 0 ? 2 : cell.passed / cell.judged
  }
  return rows.toSorted((one, other) => share(one) - share(other) || one.prompt - other.prompt)
}
