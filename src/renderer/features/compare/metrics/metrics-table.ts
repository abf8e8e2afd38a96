import type { english } from '../../../../shared/locales/en/index'
import { formatCost, formatCount, formatRate, formatSeconds } from '../../../language/format'
import type { AnswerFigures } from './answer-metrics'

/** One pane in the table. */
export interface FiguresPane {
  letter: string
  /** The display name of its model. */
  name: string
  /** `provider/model` */
  model: string
  /** What distinguishes it from the other panes. */
  variant: string
  figures: AnswerFigures
}

export type FigureId = Exclude<keyof AnswerFigures, 'ended' | 'isWhole'>

/** One metric: its format and comparison. Its id leads to its names. */
export interface FigureKind {
  id: FigureId
  format: (value: number) => string
  /** Whether the lowest or highest value is marked, and with which word; null if neither is. */
  best: { is: 'least' | 'most'; word: keyof typeof english.compare.best } | null
  /** Only complete answers can be the best. */
  isOfWholes: boolean
}

export const figureKinds: readonly FigureKind[] = [
  {
    id: 'ttftMs',
    format: formatSeconds,
    best: { is: 'least', word: 'fastest' },
    isOfWholes: false,
  },
  {
    id: 'tokensPerSecond',
    format: (value) => formatRate(value) ?? '–',
    best: { is: 'most', word: 'fastest' },
    isOfWholes: false,
  },
  {
    id: 'durationMs',
    format: formatSeconds,
    best: { is: 'least', word: 'shortest' },
    isOfWholes: true,
  },
  {
    id: 'inputTokens',
    format: formatCount,
    best: null,
    isOfWholes: false,
  },
  {
    id: 'outputTokens',
    format: formatCount,
    best: { is: 'most', word: 'most' },
    isOfWholes: true,
  },
  {
    id: 'reasoningTokens',
    format: formatCount,
    best: null,
    isOfWholes: false,
  },
  {
    id: 'costUsd',
    format: formatCost,
    best: { is: 'least', word: 'cheapest' },
    isOfWholes: true,
  },
  {
    id: 'chars',
    format: formatCount,
    best: { is: 'most', word: 'longest' },
    isOfWholes: true,
  },
  {
    id: 'words',
    format: formatCount,
    best: { is: 'most', word: 'longest' },
    isOfWholes: true,
  },
]

/** The indexes of the best of `panes`; empty when fewer than two can be compared, or all are equal. */
export function bestOf({ id, best, isOfWholes }: FigureKind, panes: readonly FiguresPane[]): Set<number> {
  const compared = panes.flatMap(({ figures }, position) => {
    const value = figures[id]
    return value === null || (isOfWholes && !figures.isWhole) ? [] : [{ value, position }]
  })
  const values = compared.map(({ value }) => value)
  const least = Math.min(...values)
  const most = Math.max(...values)
  if (best === null || values.length < 2 || least === most) return new Set()
  const wanted = best.is === 'least' ? least : most
  return new Set(compared.flatMap(({ value, position }) => (value === wanted ? [position] : [])))
}

/** Each pane's fraction of the largest value, from 0 to 1; null when it has none. */
export function partsOfMost({ id }: FigureKind, panes: readonly FiguresPane[]): (number | null)[] {
  const values = panes.map(({ figures }) => figures[id])
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => (value === null || most === 0 ? null : value / most))
}
