import { type Language, localeOf } from './language'

/** Rates above this only mean that everything arrived at once. */
const maxRate = 20_000
const smallestUsd = 0.0001
const leastUnitUsd = 0.000001

/** How numbers are written in a language. */
export interface Formats {
  decimalMark: string
  /** `1,000`, with at most three decimals. */
  count: (count: number) => string
  /** With a fixed number of decimals, without grouping: `0.50`. */
  decimal: (value: number, digits: number) => string
  /** With two decimals and a true minus sign, if it does not round to zero: `−0.50`. */
  signed: (value: number) => string
  /** A readable duration: `0.4 ms`, `320 ms`, `6.1 s`, `3 min`. */
  duration: (ms: number) => string
  /** Tokens per second; null for a rate that only means that everything arrived at once. */
  rate: (perSecond: number) => string | null
  /** A fraction as a percentage: `12%`. A positive one is never written as zero, nor a part as the whole. */
  percent: (part: number) => string
  /** US dollars; a positive sum is never written as zero. */
  cost: (costUsd: number) => string
  /** US dollars that are a minimum, and therefore rounded down, with as many decimals as that needs. */
  leastCost: (leastUsd: number) => string
}

const known = new Map<Language, Formats>()

/** The formats of a language, made on first use because that is expensive. */
export function formatsOf(language: Language): Formats {
  const formats = known.get(language) ?? createFormats(localeOf(language))
  known.set(language, formats)
  return formats
}

function createFormats(locale: string): Formats {
  const counts = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', useGrouping: false })
  const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
  const sums = new Intl.NumberFormat(locale, {
    ...dollars,
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
  const tinySums = new Intl.NumberFormat(locale, { ...dollars, maximumFractionDigits: 6 })
  const decimalMark = counts.format(0.5).charAt(1)
  const decimal = (value: number, digits: number) => value.toFixed(digits).replace('.', decimalMark)
  return {
    decimalMark,
    count: (count) => counts.format(count),
    decimal,
    signed: (value) => decimal(Math.round(value * 100) / 100 || 0, 2).replace('-', '−'),
    duration(ms) {
      if (ms < 10) return `${decimal(ms, 1)} ms`
      if (ms < 1_000) return `${Math.round(ms)} ms`
      if (ms < 90_000) return `${decimal(ms / 1_000, 1)} s`
      return `${Math.round(ms / 60_000)} min`
    },
    rate(perSecond) {
      if (perSecond > maxRate) return null
      return perSecond < 10 ? decimal(perSecond, 1) : String(Math.round(perSecond))
    },
    percent(part) {
      const isTiny = part > 0 && part < 0.01
      const isAlmostAll = part < 1 && part > 0.99
      const hundredths = isTiny ? 1 : isAlmostAll ? 99 : Math.round(part * 100)
      return `${isTiny ? '<' : isAlmostAll ? '>' : ''}${percents.format(hundredths / 100)}`
    },
    cost: (costUsd) =>
      costUsd > 0 && costUsd < smallestUsd ? `<${sums.format(smallestUsd)}` : sums.format(costUsd),
    leastCost(leastUsd) {
      const unit = leastUsd < smallestUsd ? leastUnitUsd : smallestUsd
      // A sum that is only written inexactly stays whole.
      const rounded = Math.floor(leastUsd / unit + 1e-6) * unit
      return (unit === smallestUsd ? sums : tinySums).format(rounded)
    },
  }
}
