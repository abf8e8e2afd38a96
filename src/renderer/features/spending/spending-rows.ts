import type { SpendingReport, SpendingRow, SpendingSum } from '../../../shared/spending/spending'
import { csvLine } from '../../language/csv-line'
import { assertNever } from '../../../shared/invariant'

/** The subject of a row of the table. */
export const groupings = ['day', 'month', 'model', 'provider', 'purpose', 'project', 'chat'] as const
export type Grouping = (typeof groupings)[number]

/** A bar of the chart: a day or a month. */
export interface Bar extends Pick<SpendingSum, 'costUsd' | 'unknownCount'> {
  key: string
}

/** More bars than this would be too thin to see. */
const maxBars = 400

/** The rows of a report; for months, the sums of their days. */
export function rowsBy(grouping: Grouping, { rows }: SpendingReport): SpendingRow[] {
  return grouping === 'month' ? monthly(rows) : rows
}

/** One bar for each day or month from the first one with requests, including those without any. */
export function barsOf(
  grouping: 'day' | 'month',
  rows: readonly SpendingRow[],
  { from, to }: DayRange,
): Bar[] {
  const first = rows[0]?.key
  if (first == null) return []
  const isMonthly = grouping === 'month'
  const start = from === '1970-01-01' ? first : isMonthly ? from.slice(0, 7) : from
  const end = isMonthly ? to.slice(0, 7) : to
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const bars: Bar[] = []
  for (let key = start; key <= end; key = isMonthly ? monthAfter(key) : dayAfter(key)) {
    if (bars.length === maxBars && !isMonthly) return barsOf('month', monthly(rows), { from, to })
    if (bars.length === maxBars) return bars
    const { costUsd, unknownCount } = byKey.get(key) ?? { costUsd: 0, unknownCount: 0 }
    bars.push({ key, costUsd, unknownCount })
  }
  return bars
}

/** The rows as CSV. The cost is empty where it is unknown. */
export function spendingCsv(grouping: Grouping, rows: readonly SpendingRow[]): string {
  const hasTitles = grouping === 'chat' || grouping === 'project'
  const heads = [
    grouping,
    ...(hasTitles ? ['title'] : []),
    'cost_usd',
    'requests',
    'requests_of_unknown_cost',
    'input_tokens',
    'output_tokens',
  ]
  const lines = rows.map((row) => [
    row.key ?? '',
    ...(hasTitles ? [row.label ?? ''] : []),
    row.costUsd ?? '',
    row.count,
    row.unknownCount,
    row.inputTokens,
    row.outputTokens,
  ])
  return [heads, ...lines].map(csvLine).join('')
}

function monthly(days: readonly SpendingRow[]): SpendingRow[] {
  const months = new Map<string, SpendingRow>()
  for (const { key, ...sum } of days) {
    const month = (key ?? '').slice(0, 7)
    const before = months.get(month)
    months.set(month, {
      ...(before === undefined ? sum : { ...before, ...added(before, sum) }),
      key: month,
      label: null,
    })
  }
  return [...months.values()]
}

function added(one: SpendingSum, other: SpendingSum): SpendingSum {
  const isKnown = one.costUsd !== null || other.costUsd !== null
  return {
    count: one.count + other.count,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costUsd: isKnown ? (one.costUsd ?? 0) + (other.costUsd ?? 0) : null,
    unknownCount: one.unknownCount + other.unknownCount,
  }
}

/** The periods that the user can choose from. */
export const periods = ['month', 'lastMonth', 'days', 'year', 'all'] as const
export type Period = (typeof periods)[number]

/** The first and the last day of a period, as in `2026-11-24`. */
export interface DayRange {
  from: string
  to: string
}

/** The days of a period in local time, up to the day of `now`. */
export function daysOfPeriod(period: Period, now: number): DayRange {
  const today = new Date(now)
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const to = localDay(today)
  switch (period) {
    case 'month':
      return { from: localDay(new Date(year, month, 1)), to }
    case 'lastMonth':
      return { from: localDay(new Date(year, month - 1, 1)), to: localDay(new Date(year, month, 0)) }
    case 'days':
      return { from: localDay(new Date(year, month, date - 29)), to }
    case 'year':
      return { from: localDay(new Date(year, 0, 1)), to }
    case 'all':
      return { from: '1970-01-01', to }
    default:
      return assertNever(period)
  }
}

/** The calendar day after `day`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** The month after `month`, which is written like `2026-11`. */
export function monthAfter(month: string): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 7)
}

function localDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}
