/** A day of local time, such as `2026-11-24`. */
export type LocalDay = string

/** The local day of a time in epoch milliseconds. */
export function dayOf(at: number): LocalDay {
  const date = new Date(at)
  const month = String(date.getMonth() + 1).padStart(2, '0')
  const day = String(date.getDate()).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`
}

/** When a local day begins, in epoch milliseconds; where clocks change at midnight, that is not at 00:00. */
export function startOfDay(day: LocalDay): number {
  return dateOf(day).getTime()
}

/** The local day after `day`. */
export function dayAfter(day: LocalDay): LocalDay {
  const date = dateOf(day)
  // Adding 24 hours would skip or repeat a day when clocks change.
  date.setDate(date.getDate() + 1)
  return dayOf(date.getTime())
}

/** The month of a local day, such as `2026-11`. */
export function monthOf(day: LocalDay): string {
  return day.slice(0, -3)
}

/** The first day of its month. */
export function firstOfMonth(day: LocalDay): LocalDay {
  return `${monthOf(day)}-01`
}

function dateOf(day: LocalDay): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(2000, 0, 1)
  // The constructor takes the years 0 to 99 for 1900 to 1999.
  start.setFullYear(year, month - 1, date)
  return start
}
