import type { english } from '../../../../shared/locales/en/index'
import { formatCost, formatCount, formatKnownCost, formatRate, formatSeconds } from '../../../language/format'
import type { AnswerMetrics } from './answer-metrics'

/** One pane or merge in the table. */
export interface PaneColumn {
  /** Unique in the table. */
  key: string
  letter: string
  color: string
  /** The display name of its model. */
  name: string
  /** `provider/model` */
  model: string
  /** The settings that distinguish the pane from the others. */
  variant: string
  metrics: AnswerMetrics
}

/** The metrics that can be compared. */
export type MetricId = Exclude<
  keyof AnswerMetrics,
  'ended' | 'isComplete' | 'leastCostUsd' | 'estimatedTokens'
>

/** One metric: its format and comparison. Its id leads to its names. */
export interface Metric {
  id: MetricId
  format: (value: number) => string
  /** Marks the lowest or the highest value, with this word; absent where more is neither better nor worse. */
  best?: { is: 'least' | 'most'; word: keyof typeof english.compare.best }
  /** Only complete answers can be the best. */
  completeOnly?: true
  /** Bars show how the values relate. */
  hasBars?: true
}

const fastest = { is: 'least', word: 'fastest' } as const

/** All metrics, in the order of the table. */
export const allMetrics: readonly Metric[] = [
  { id: 'ttftMs', format: formatSeconds, best: fastest, hasBars: true },
  { id: 'firstTextMs', format: formatSeconds, best: fastest, hasBars: true },
  {
    id: 'tokensPerSecond',
    format: (value) => formatRate(value) ?? '–',
    best: { is: 'most', word: 'fastest' },
    hasBars: true,
  },
  {
    id: 'durationMs',
    format: formatSeconds,
    best: { is: 'least', word: 'shortest' },
    completeOnly: true,
    hasBars: true,
  },
  { id: 'inputTokens', format: formatCount },
  { id: 'outputTokens', format: formatCount, hasBars: true },
  { id: 'reasoningTokens', format: formatCount },
  {
    id: 'costUsd',
    format: formatCost,
    best: { is: 'least', word: 'cheapest' },
    completeOnly: true,
    hasBars: true,
  },
  { id: 'toolCalls', format: formatCount },
  { id: 'toolMs', format: formatSeconds },
  { id: 'chars', format: formatCount, hasBars: true },
  { id: 'words', format: formatCount, hasBars: true },
]

/**
 * A metric of a pane as it is shown; a cost of which a part is unknown is at least the rest, and tokens
 * that were not counted are estimated.
 */
export function metricText({ id, format }: Metric, metrics: AnswerMetrics): string {
  const { leastCostUsd, estimatedTokens } = metrics
  const value = metrics[id]
  const about = id === 'tokensPerSecond' && estimatedTokens !== null ? '~' : ''
  if (value !== null) return `${about}${format(value)}`
  if (id === 'outputTokens' && estimatedTokens !== null) return `~${format(estimatedTokens)}`
  if (id !== 'costUsd' || leastCostUsd === null) return '–'
  return formatKnownCost({ leastCostUsd }) ?? '–'
}

/** The indexes of the best of `panes`; empty when fewer than two can be compared, or all are equal. */
export function bestOf({ id, best, completeOnly }: Metric, panes: readonly PaneColumn[]): Set<number> {
  const compared = panes.flatMap(({ metrics }, position) => {
    const value = metrics[id]
    return value === null || (completeOnly === true && !metrics.isComplete) ? [] : [{ value, position }]
  })
  const values = compared.map(({ value }) => value)
  const least = Math.min(...values)
  const most = Math.max(...values)
  if (best === undefined || values.length < 2 || least === most) return new Set()
  const wanted = best.is === 'least' ? least : most
  return new Set(compared.flatMap(({ value, position }) => (value === wanted ? [position] : [])))
}

/** Each pane's fraction of the largest value, from 0 to 1; null when it has none. */
export function sharesOfMax({ id }: Metric, panes: readonly PaneColumn[]): (number | null)[] {
  const values = panes.map(({ metrics }) => metrics[id])
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => (value === null || most === 0 ? null : value / most))
}
