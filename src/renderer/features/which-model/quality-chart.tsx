import { useState } from 'react'

import type { Estimate } from '../../../shared/which-model/which-model'
import { formatCost, formatPercent } from '../../language/format'
import { t } from '../../language/t'
import { Choice } from '../../ui/fields/choice'
import { Hint, Row } from '../../ui/layout/layout'
import { figureName } from './figure-words'
import type { NamedRow } from './figure-table'
import styles from './which-model.module.css'

/** The place for points, in the units of the drawing, with room for the axes beside and below. */
const plot = { left: 48, right: 604, top: 12, bottom: 268 }
/** Costs that differ more than this are drawn on a logarithmic scale. */
const largestRatio = 30

/** The share of votes won, or of checks passed, and the cost of an answer. The table has the same figures in words. */
export function QualityChart({ rows }: { rows: readonly NamedRow[] }) {
  const [chosen, setChosen] = useState<'votes' | 'checks'>('checks')
  const offered = (['checks', 'votes'] as const).filter((each) => {
    const found = pointsOf(rows, each)
    return found.length > 1 && found.some(({ cost }) => cost.value > 0)
  })
  const kind = offered.includes(chosen) ? chosen : offered[0]
  if (kind === undefined) return null
  const points = pointsOf(rows, kind)
  const { place, ticks } = costScale(points.map(({ cost }) => cost))
  const across = (cost: number) => plot.left + place(cost) * (plot.right - plot.left)
  const up = (share: number) => plot.bottom - share * (plot.bottom - plot.top)
  return (
    <>
      <Row justify="between" wrap className={styles.chartHead}>
        <h2>{t('whichModel.chart')}</h2>
        {offered.length > 1 && (
          <Choice
            label={t('whichModel.quality')}
            value={kind}
            options={offered.map((each) => [each, figureName(each)] as const)}
            onChange={setChosen}
          />
        )}
      </Row>
      <Hint tone="soft">{t('whichModel.chartHint')}</Hint>
      <svg
        className={styles.chart}
        viewBox="0 0 640 310"
        role="img"
        aria-label={t('whichModel.chart')}
        fill="currentColor"
      >
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share} stroke="none">
            <path d={`M${plot.left} ${up(share)}H${plot.right}`} stroke="currentColor" strokeOpacity="0.2" />
            <text x={plot.left - 6} y={up(share) + 4} textAnchor="end" fontSize="11">
              {formatPercent(share)}
            </text>
          </g>
        ))}
        {ticks.map((cost) => (
          <text key={cost} x={across(cost)} y={plot.bottom + 16} textAnchor="middle" fontSize="11">
            {formatCost(cost)}
          </text>
        ))}
        <text x={(plot.left + plot.right) / 2} y={plot.bottom + 36} textAnchor="middle" fontSize="12">
          {figureName('cost')}
        </text>
        {points.map(({ row, quality, cost }) => {
          const [x, y] = [across(cost.value), up(quality.value)]
          const [cheapest, dearest] = cost.interval ?? [cost.value, cost.value]
          const [least, most] = quality.interval ?? [quality.value, quality.value]
          const lines = `M${across(cheapest)} ${y}H${across(dearest)}M${x} ${up(least)}V${up(most)}`
          return (
            <g key={row.key}>
              <title>{row.name}</title>
              <path d={lines} stroke="currentColor" strokeOpacity="0.6" />
              <circle className={styles.dot} cx={x} cy={y} r="9" />
              <text
                className={styles.dotNumber}
                x={x}
                y={y + 3.5}
                textAnchor="middle"
                fontSize="10"
                fill="#fff"
              >
                {row.number}
              </text>
            </g>
          )
        })}
      </svg>
    </>
  )
}

/** The models whose quality and cost are known. */
function pointsOf(rows: readonly NamedRow[], kind: 'votes' | 'checks') {
  return rows.flatMap((row) => {
    const { [kind]: quality, cost } = row.figures
    return quality === undefined || cost === undefined ? [] : [{ row, quality, cost }]
  })
}

/**
 * Where a cost is on the axis, from 0 to 1, and costs to write there. What costs nothing is at its beginning, which then is
 * 0 even on a logarithmic scale.
 */
function costScale(costs: readonly Estimate[]): { place: (cost: number) => number; ticks: number[] } {
  const high = Math.max(...costs.map(({ value, interval }) => interval?.[1] ?? value))
  const least = Math.min(high, ...costs.map(({ value }) => value).filter((value) => value > 0))
  if (high / least <= largestRatio) return { place: (cost) => cost / high, ticks: roundTicks(high) }
  const low = least / 2
  return {
    place: (cost) => (cost <= low ? 0 : Math.log(cost / low) / Math.log(high / low)),
    ticks: [costs.some(({ value }) => value === 0) ? 0 : low, Math.sqrt(low * high), high],
  }
}

/** From 0 on, in steps that are round in decimal notation. */
function roundTicks(high: number): number[] {
  const unit = 10 ** Math.floor(Math.log10(high / 2))
  const step = [5, 2].map((times) => times * unit).find((each) => high / each >= 2) ?? unit
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, index) => index * step)
}
