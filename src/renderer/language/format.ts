import { knownCost, type ReportedCost } from '../../shared/sessions/continued-usage'
import { type Formats, formatsOf } from '../../shared/locales/formats'
import { currentLanguage, formatLocale, t } from './t'

const moments = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const exactMoments = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }),
)

/** How numbers are written in the window's language. */
export const formats = (): Formats => formatsOf(currentLanguage())

/** The decimal mark of the window's language. */
export function decimalMark(): string {
  return formats().decimalMark
}

/** A readable duration: `0.4 ms`, `320 ms`, `6.1 s`, `3 min`. */
export function formatDuration(ms: number): string {
  return formats().duration(ms)
}

/** Seconds with two decimals, for times to first token. */
export function formatSeconds(ms: number): string {
  if (ms < 10) return `<${formats().decimal(0.01, 2)} s`
  return ms < 10_000 ? `${formats().decimal(ms / 1_000, 2)} s` : `${formats().decimal(ms / 1_000, 1)} s`
}

/** A whole number with the separators of the language. */
export function formatCount(count: number): string {
  return formats().count(count)
}

/** An estimate, with no more than two significant digits. */
export function formatEstimate(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return formatCount(Math.round(count / step) * step)
}

/** A number with two decimals and a true minus sign. */
export function formatSigned(value: number): string {
  return formats().signed(value)
}

/** A share in hundredths with a true minus sign: with a decimal only if it would be 0 without. */
export function formatPoints(share: number): string {
  const points = 100 * share
  const isSmall = points !== 0 && Math.abs(points) < 0.95
  const size = formats().decimal(Math.abs(points), isSmall ? 1 : 0)
  return points < 0 && Number(Math.abs(points).toFixed(isSmall ? 1 : 0)) !== 0 ? `−${size}` : size
}

/** A readable size: `812 bytes`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t('common.bytes', { count: bytes })
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return bytes < 1_000_000_000
    ? `${formats().decimal(bytes / 1_000_000, 1)} MB`
    : `${formats().decimal(bytes / 1_000_000_000, 1)} GB`
}

/** Tokens per second; null for a rate that only means that everything arrived at once. */
export function formatRate(perSecond: number): string | null {
  return formats().rate(perSecond)
}

/** A fraction as a percentage: `12%`. A positive one is never shown as zero, nor a part as the whole. */
export function formatPercent(part: number): string {
  return formats().percent(part)
}

/** The time of day, `14:02` in all languages: the first formatter of dates takes longer than drawing a message. */
export function formatTimeOfDay(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
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
  return formats().cost(costUsd)
}

/** US dollars that are a minimum, rounded down. */
export function formatLeastCost(leastUsd: number): string {
  return formats().leastCost(leastUsd)
}

/** A cost as a price, or as a lower bound if only a part is known; null if it is unknown. */
export function formatKnownCost(reported: ReportedCost): string | null {
  const known = knownCost(reported)
  if (known === null) return null
  if (!known.isAtLeast) return formatCost(known.usd)
  return t('common.atLeastCost', { cost: formatLeastCost(known.usd) })
}

/**
 * The number that someone typed, with the decimal mark of the window's language or the other one; NaN if it is none.
 * `1,000` is a thousand in English and one in German.
 */
export function typedNumber(text: string, mark = decimalMark()): number {
  const typed = text.trim()
  const group = mark === ',' ? String.raw`\.` : ','
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}(?:${group}\\d{3})+(?:[${mark}]\\d*)?$`).test(typed)
  const plain = (isGrouped ? typed.replaceAll(mark === ',' ? '.' : ',', '') : typed).replace(',', '.')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
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
