import { currentLanguage, formatLocale, t } from './t'

/** The day of a time in this place of the world, as one number that grows. */
export function dayOf(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

/**
 * For each message the day that begins with it, as a time of that day; null where none does. The first one of a chat
 * begins a day unless that is today; of one that has more before it that is not known.
 */
export function daysBegun(
  times: readonly number[],
  { now, hasMore }: { now: number; hasMore: boolean },
): (number | null)[] {
  return times.map((at, index) => {
    const before = times[index - 1]
    if (before !== undefined) return dayOf(at) > dayOf(before) ? at : null
    return hasMore || dayOf(at) === dayOf(now) ? null : at
  })
}

/** How a day is called: `Today`, `Yesterday`, `Monday 16 November`, with its year when that is another one. */
export function dayName(at: number, now: number): string {
  const ago = dayOf(now) - dayOf(at)
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
