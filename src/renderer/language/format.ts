import { t, formatLocale } from './t'

const maxRate = 20_000
const smallestUsd = 0.0001

const counts = perLocale((locale) => new Intl.NumberFormat(locale))
const percents = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', useGrouping: false }),
)
/** The decimal mark of the window's language. */
export const decimalMark = perLocale((locale) => new Intl.NumberFormat(locale).format(0.5).charAt(1))
const sums = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 4,
    }),
)
const timesOfDay = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }),
)
const moments = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const exactMoments = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }),
)

/** A readable duration: `0.4 ms`, `320 ms`, `6.1 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 100) return `${formatDecimal(ms, 1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 90_000) return `${formatDecimal(ms / 1_000, 1)} s`
  return `${Math.round(ms / 60_000)} min`
}

/** Seconds with two decimals, for times to first token. */
export function formatSeconds(ms: number): string {
  if (ms < 10) return `<${formatDecimal(0.01, 2)} s`
  return ms < 10_000 ? `${formatDecimal(ms / 1_000, 2)} s` : `${formatDecimal(ms / 1_000, 1)} s`
}

export function formatCount(count: number): string {
  return counts().format(count)
}

/** A readable size: `812 bytes`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t('common.bytes', { count: bytes })
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return bytes < 1_000_000_000
    ? `${formatDecimal(bytes / 1_000_000, 1)} MB`
    : `${formatDecimal(bytes / 1_000_000_000, 1)} GB`
}

/** Tokens per second; null for a rate that only means that everything arrived at once. */
export function formatRate(perSecond: number): string | null {
  if (perSecond > maxRate) return null
  return perSecond < 10 ? formatDecimal(perSecond, 1) : String(Math.round(perSecond))
}

/** A fraction as a percentage: `12%`. A positive one is never shown as zero. */
export function formatPercent(part: number): string {
  const isTiny = part > 0 && part < 0.01
  const hundredths = isTiny ? 1 : Math.round(part * 100)
  const written = percents().format(hundredths / 100)
  return isTiny ? `<${written}` : written
}

/** The time of day: `14:02`. */
export function formatTimeOfDay(at: number): string {
  return timesOfDay().format(at)
}

/** A date and time: `12 Nov 2026, 14:02`. */
export function formatMoment(at: number): string {
  return moments().format(at)
}

/** A date and time with seconds: `Thursday 12 November 2026 at 14:02:31`. */
export function formatExactMoment(at: number): string {
  return exactMoments().format(at)
}

/** US dollars; a positive sum is never shown as zero. */
export function formatCost(costUsd: number): string {
  return costUsd > 0 && costUsd < smallestUsd ? `<${sums().format(smallestUsd)}` : sums().format(costUsd)
}

/** A number with a fixed number of decimals, without grouping: `0.50`. */
function formatDecimal(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', decimalMark())
}

/** A formatter for the window's language, created on first use and cached because creating one is expensive. */
function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let made: { locale: string; formatter: Formatter } | null = null
  return () => {
    const locale = formatLocale()
    if (made?.locale !== locale) made = { locale, formatter: make(locale) }
    return made.formatter
  }
}
