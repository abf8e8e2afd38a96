import { currentLanguage, formatLocale, t } from './t'

/** The local day of a time, as an increasing number. */
export function dayNumber(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

/**
 * For each message, the day that starts with it, as a time within that day, or null. The first message of a chat starts
 * a day unless that is today; while earlier messages may exist, that is unknown.
 */
export function daysBegun(
  times: readonly number[],
  { now, hasMore }: { now: number; hasMore: boolean },
): (number | null)[] {
  return times.map((at, index) => {
    const before = times[index - 1]
    if (before !== undefined) return dayNumber(at) > dayNumber(before) ? at : null
    return hasMore || dayNumber(at) === dayNumber(now) ? null : at
  })
}

/** The name of a day: `Today`, `Yesterday`, `Monday 16 November`, with the year if it is not the current one. */
export function dayName(at: number, now: number): string {
  const ago = dayNumber(now) - dayNumber(at)
  if (ago === 0) return t('common.today')
  if (ago === 1) return t('common.yesterday')
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const name = new Date(at).toLocaleDateString(formatLocale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: isThisYear ? undefined : 'numeric',
  })
  return currentLanguage() === 'en' ? name.replace(',', '') : name
}
