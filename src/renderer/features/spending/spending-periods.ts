import { assertNever } from '../../../shared/invariant'

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
