import type { english } from '../../../../shared/locales/en/index'
import { formatCost, formatCount, formatRate, formatSeconds } from '../../../language/format'
import type { AnswerFigures } from './answer-metrics'

/** One pane in the table. */
export interface FiguresPane {
  letter: string
  /** What its model is called. */
  name: string
  /** `provider/model` */
  model: string
  /** What sets it apart from the other panes. */
  variant: string
  figures: AnswerFigures
}

export type FigureId = Exclude<keyof AnswerFigures, 'ended' | 'isWhole'>

/** One kind of figure: how it is written and weighed. Its names are found by its id. */
export interface FigureKind {
  id: FigureId
  format: (value: number) => string
  /** Whether the least or the most of it stands out, and in which word; null where neither is worth a word. */
  best: { is: 'least' | 'most'; word: keyof typeof english.compare.best } | null
  /** An answer that was cut short cannot win it. */
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

/** Which of `panes` are the best in this; none where fewer than two can be compared, or all are the same. */
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

/** For each of `panes` its part of the largest there is, from 0 to 1; null where it has none. */
export function partsOfMost({ id }: FigureKind, panes: readonly FiguresPane[]): (number | null)[] {
  const values = panes.map(({ figures }) => figures[id])
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => (value === null || most === 0 ? null : value / most))
}
