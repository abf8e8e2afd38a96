import { inMs, median, percentile } from '../e2e/helpers/figures.ts'

/** One line of the results: a measurement and its budget. */
export interface Figure {
  what: string
  measured: string
  budget: string
  isMet: boolean
  /** The measurement as numbers, for other programs. */
  values: Record<string, number>
  /** The components of the measurement, for finding where the time went. */
  details?: Record<string, number>
}

/** One benchmark, which may return several figures. */
export interface Row<Stage> {
  name: string
  measure(stage: Stage): Promise<Figure[]>
}

/** A figure for durations: the 95th percentile, and the median if given, must stay within the budget. */
export function latencyFigure(
  what: string,
  samplesMs: readonly number[],
  budget: { p95Ms: number; p50Ms?: number },
): Figure {
  const p50 = median(samplesMs)
  const p95 = percentile(samplesMs, 0.95)
  const { p95Ms, p50Ms = Infinity } = budget
  return {
    what,
    measured: `p50 ${inMs(p50)}, p95 ${inMs(p95)} (${samplesMs.length})`,
    budget: `p95 ${p95Ms} ms${p50Ms === Infinity ? '' : `, p50 below ${p50Ms} ms`}`,
    // Without samples the percentiles are NaN, and this comparison fails.
    isMet: p95 <= p95Ms && p50 < p50Ms,
    values: { p50, p95, max: Math.max(...samplesMs), samples: samplesMs.length },
  }
}

/** A single number that must stay within its budget. */
export function limitFigure(
  what: string,
  value: number,
  budget: number,
  show: (value: number) => string = inMs,
): Figure {
  return { what, measured: show(value), budget: show(budget), isMet: value <= budget, values: { value } }
}

/** The share of 95 % intervals that contain the truth. */
export function shareFigure(what: string, share: number): Figure {
  return {
    what,
    measured: `${(share * 100).toFixed(1)} %`,
    budget: '93 to 97 %',
    isMet: share >= 0.93 && share <= 0.97,
    values: { share },
  }
}

/** A figure without a budget, for information only. */
export function plainFigure(what: string, value: number, show: (value: number) => string = inMs): Figure {
  return { what, measured: show(value), budget: 'none', isMet: true, values: { value } }
}

/** A number relative to that of a yardstick; without a `budget` it is for information only. */
export function ratioFigure(
  what: string,
  own: number,
  yardstick: { value: number; name: string },
  budget: number | null,
  show: (value: number) => string = (value) => `${value.toFixed(0)} ms`,
): Figure {
  const ratio = own / yardstick.value
  return {
    what,
    measured: `${ratio.toFixed(2)}x (${show(own)} and ${show(yardstick.value)})`,
    budget: budget === null ? 'none' : `${budget}x ${yardstick.name}`,
    isMet: budget === null || ratio <= budget,
    values: { ratio, own, yardstick: yardstick.value },
  }
}
