import type { Estimate, WhichFigure, WhichFigures } from '../../shared/which-model/which-model'
import { normal97_5 } from '../statistics/normal-distribution'
import { wilson } from '../statistics/shares'
import type { Item } from './evidence'

/** Figures whose values are shares: 1 or 0, and 0.5 for a tie. */
const shares: ReadonlySet<WhichFigure> = new Set(['votes', 'checks', 'judged', 'failures'])

/** The figures of the model that these items are about. */
export function figuresOf(items: readonly Item[], figures: readonly WhichFigure[]): WhichFigures {
  return Object.fromEntries(
    figures.flatMap((figure) => {
      const estimate = estimateOf(items, figure)
      return estimate === null ? [] : [[figure, estimate]]
    }),
  )
}

/**
 * A figure of a model. Answers to one prompt are not independent of one another, so each prompt counts once: in a
 * share and its interval, and with its own median in the median of an amount.
 */
function estimateOf(items: readonly Item[], figure: WhichFigure): Estimate | null {
  if (shares.has(figure)) return shareOf(items, figure)
  const values: number[] = []
  const byPrompt = new Map<string, number[]>()
  for (const { values: known, prompt } of items) {
    const value = known[figure]
    if (value === undefined) continue
    values.push(value)
    const same = byPrompt.get(prompt)
    if (same === undefined) byPrompt.set(prompt, [value])
    else same.push(value)
  }
  if (values.length === 0) return null
  const base = { count: values.length, prompts: byPrompt.size, interval: null, standardDeviation: null }
  if (figure === 'costPerPass') {
    const checked = items.flatMap((item) => item.values.checks ?? [])
    // The cost of some answers is unknown, or none has passed.
    if (checked.length > values.length || sum(checked) === 0) return null
    return { ...base, value: sum(values) / sum(checked) }
  }
  const units = [...byPrompt.values()].map(median).toSorted((one, other) => one - other)
  return {
    ...base,
    value: median(units),
    interval: orderInterval(units),
    standardDeviation: deviation(values),
  }
}

/** Each prompt counts once. A vote on many models decides more pairs than one on two. */
function shareOf(items: readonly Item[], figure: WhichFigure): Estimate | null {
  const known = items.flatMap(({ values, prompt, pairs = 1 }) => {
    const value = values[figure]
    return value === undefined ? [] : [{ prompt, pairs: figure === 'votes' ? pairs : 1, value }]
  })
  if (known.length === 0) return null
  const won = (each: (typeof known)[number]) => each.value * each.pairs
  const prompts = [...Map.groupBy(known, ({ prompt }) => prompt).values()]
  const value =
    sum(prompts.map((same) => mean(same.map(won)))) /
    sum(prompts.map((same) => mean(same.map(({ pairs }) => pairs))))
  return {
    value,
    hits: sum(known.map(won)),
    count: sum(known.map(({ pairs }) => pairs)),
    prompts: prompts.length,
    interval: wilson(value, prompts.length),
    standardDeviation: null,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

function median(values: readonly number[]): number {
  if (values.length === 1) return values[0] ?? 0
  const sorted = values.toSorted((one, other) => one - other)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const middle = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1))
}

/** The interval of a median, whatever the distribution, by the ranks that it has with a chance of 95 %. */
function orderInterval(sorted: readonly number[]): [number, number] | null {
  const { length } = sorted
  const rank = Math.floor((length - normal97_5 * Math.sqrt(length)) / 2)
  const [low, high] = [sorted[rank - 1], sorted[length - rank]]
  return low === undefined || high === undefined ? null : [low, high]
}
