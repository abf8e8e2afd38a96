import { logGamma } from './beta-distribution'
import { normal97_5, normalProbability } from './normal-distribution'
import { type PassCount, shareOf } from './shares'

/** How two models did on one prompt. */
export interface PairedCount {
  one: PassCount
  other: PassCount
}

/** The difference between the shares that two models pass on the same prompts. */
export interface PairedDifference {
  /** The share of the first minus that of the second. */
  difference: number
  interval: [number, number]
  /** The chance to see such a difference, or a larger one, between models that are equal on each prompt. */
  pValue: number
  prompts: number
  /** The variance of the difference on one prompt, for a forecast. */
  variance: number
}

/**
 * Compares two models on the prompts that both have answered; null if there are none. With one answer each, the interval
 * is Newcombe’s for paired shares (his method 10); with repeats, it uses the interval of each share that allows for
 * them, and the correlation of the prompts’ shares.
 *
 * @see https://doi.org/10.1002/(SICI)1097-0258(19981130)17:22<2635::AID-SIM954>3.0.CO;2-C
 */
export function pairedDifference(pairs: readonly PairedCount[]): PairedDifference | null {
  const both = pairs.filter(({ one, other }) => one.judged > 0 && other.judged > 0)
  const [first, second] = [shareOf(both.map(({ one }) => one)), shareOf(both.map(({ other }) => other))]
  if (first === null || second === null) return null
  const correlation = correlationOf(both, [first.share, second.share])
  const reach = (low: number, high: number) =>
    Math.sqrt(Math.max(0, low ** 2 - 2 * correlation * low * high + high ** 2))
  const difference = first.share - second.share
  const differences = both.map(({ one, other }) => rateOf(one) - rateOf(other))
  return {
    difference,
    interval: [
      difference - reach(first.share - first.interval[0], second.interval[1] - second.share),
      difference + reach(second.share - second.interval[0], first.interval[1] - first.share),
    ],
    pValue: signFlipTest(differences),
    prompts: both.length,
    variance: varianceOf(differences),
  }
}

/** The share that passed. */
export const rateOf = ({ passed, judged }: PassCount): number => passed / judged

/** With the continuity correction of Newcombe’s method, which only ever lowers a positive correlation. */
function correlationOf(pairs: readonly PairedCount[], [first, second]: [number, number]): number {
  let [products, ones, others] = [0, 0, 0]
  for (const { one, other } of pairs) {
    const [x, y] = [rateOf(one) - first, rateOf(other) - second] as const
    products += x * y
    ones += x * x
    others += y * y
  }
  if (ones === 0 || others === 0) return 0
  const answers = pairs.reduce((sum, { one, other }) => sum + Math.min(one.judged, other.judged), 0)
  const corrected = products > 0 ? Math.max(0, products - pairs.length / answers / 2) : products
  return corrected / Math.sqrt(ones * others)
}

/** The variance of a sample; 0 for a single value. */
export function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}

/** From how many prompts with a difference the sum of all is as good as normal. */
const exactUpTo = 150
/** Differences are counted in these parts of one: exact for up to six repeats, and to 1 % for more. */
const parts = 60

/**
 * The two-sided chance that a sum of differences is as far from 0 if each could as well have the other sign: exact up to
 * 150 of them, then by the normal distribution. With one answer each, this is the exact test of McNemar.
 *
 * @see https://doi.org/10.1007/BF02295996 (McNemar)
 */
export function signFlipTest(differences: readonly number[]): number {
  // Rounded by size: `Math.round` rounds 7.5 to 8, and -7.5 to -7.
  const rounded = differences.map((each) => Math.sign(each) * Math.round(Math.abs(each) * parts))
  const sizes = rounded.map(Math.abs).filter((size) => size > 0)
  const observed = Math.abs(rounded.reduce((sum, each) => sum + each, 0))
  if (observed === 0) return 1
  if (sizes.length > exactUpTo) {
    const deviation = Math.sqrt(sizes.reduce((sum, size) => sum + size ** 2, 0))
    // Signs change the sum in steps of twice the smallest difference.
    const step = Math.min(...sizes)
    return Math.min(1, 2 * normalProbability(-Math.max(0, observed - step) / deviation))
  }
  const unit = sizes.reduce(greatestCommonDivisor)
  const units = sizes.map((size) => size / unit)
  const total = units.reduce((sum, size) => sum + size, 0)
  // chances[sum]: of the sum of those that keep their sign.
  const chances = new Float64Array(total + 1)
  chances[0] = 1
  let reached = 0
  for (const size of units) {
    reached += size
    for (let sum = reached; sum >= 0; sum -= 1) {
      chances[sum] = ((chances[sum] ?? 0) + (sum >= size ? (chances[sum - size] ?? 0) : 0)) / 2
    }
  }
  const limit = observed / unit
  return Math.min(
    1,
    chances.reduce(
      (sum, chance, kept) => (Math.abs(2 * kept - total) >= limit - 1e-9 ? sum + chance : sum),
      0,
    ),
  )
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}

/**
 * The exact test of Fisher, two-sided: the chance of two counts that differ as much, or more, if both have the same
 * share.
 *
 * @see https://doi.org/10.2307/2340521
 */
export function fisherTest(one: PassCount, other: PassCount): number {
  const passed = one.passed + other.passed
  const all = one.judged + other.judged
  const logChance = (count: number) =>
    logChoose(one.judged, count) + logChoose(other.judged, passed - count) - logChoose(all, passed)
  const observed = logChance(one.passed)
  let chance = 0
  for (let count = Math.max(0, passed - other.judged); count <= Math.min(one.judged, passed); count += 1) {
    const each = logChance(count)
    // Equal chances differ by rounding.
    if (each <= observed + 1e-7) chance += Math.exp(each)
  }
  return Math.min(1, chance)
}

function logChoose(all: number, chosen: number): number {
  return logGamma(all + 1) - logGamma(chosen + 1) - logGamma(all - chosen + 1)
}

/**
 * The p-values of several tests, corrected for their number by Holm’s method: the chance that any of those below 0.05 is
 * due to chance stays below 5 %.
 *
 * @see https://www.jstor.org/stable/4615733
 */
export function holm(pValues: readonly number[]): number[] {
  const corrected = pValues.map(() => 1)
  let largest = 0
  for (const [rank, [index, pValue]] of [...pValues.entries()]
    .toSorted(([, one], [, other]) => one - other)
    .entries()) {
    largest = Math.min(1, Math.max(largest, pValue * (pValues.length - rank)))
    corrected[index] = largest
  }
  return corrected
}

/** A difference is taken for real below this p-value. */
export const significance = 0.05

/** The quantiles of 97.5 and of 80 % of the normal distribution: what a test of 5 % finds in four of five cases. */
const found = normal97_5 + 0.8416212335729143

/** The difference that a comparison on that many prompts finds in four of five cases. */
export function smallestFound(variance: number, prompts: number): number {
  return Math.min(1, found * Math.sqrt(variance / prompts))
}

/** How many prompts find such a difference in four of five cases. */
export function promptsToFind(variance: number, difference: number): number {
  return Math.ceil((found / difference) ** 2 * variance)
}

/**
 * The variance of the difference between two models on one prompt, before anything has been asked: both pass 70 %; three
 * fifths of that varies from prompt to prompt, seven tenths of this in the same way for both.
 */
export function typicalVariance(repeats: number): number {
  return 2 * 0.7 * 0.3 * (0.4 / repeats + 0.6 * (1 - 0.7))
}
