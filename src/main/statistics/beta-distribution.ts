import { invariant } from '../../shared/invariant'

const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const

/**
 * The logarithm of the gamma function for values from 0.5, to about 1e-14.
 *
 * @see https://en.wikipedia.org/wiki/Lanczos_approximation (g = 7, nine terms)
 */
export function logGamma(value: number): number {
  const shifted = value - 1
  let sum: number = lanczos[0]
  for (let term = 1; term < lanczos.length; term++) sum += (lanczos[term] ?? 0) / (shifted + term)
  const base = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum)
}

/** The logarithm of the beta function. */
export function logBeta(one: number, other: number): number {
  return logGamma(one) + logGamma(other) - logGamma(one + other)
}

/**
 * The probability that a variable with the distribution Beta(`one`, `other`) is at most `value`: the regularized
 * incomplete beta function. Both parameters are at least 1.
 *
 * @see https://dlmf.nist.gov/8.17 (8.17.22 is the continued fraction, 8.17.4 the symmetry)
 */
export function betaProbability(value: number, one: number, other: number): number {
  invariant(one >= 1 && other >= 1, 'both parameters are at least 1')
  if (value <= 0) return 0
  if (value >= 1) return 1
  // The fraction converges fast below the mean only.
  if (value > (one + 1) / (one + other + 2)) return 1 - betaProbability(1 - value, other, one)
  const logFactor = one * Math.log(value) + other * Math.log1p(-value) - logBeta(one, other)
  return (Math.exp(logFactor) / one) * continuedFraction(value, one, other)
}

/** Lentz’s method, as modified by Thompson and Barnett. */
function continuedFraction(value: number, one: number, other: number): number {
  const tiny = 1e-300
  const safe = (number: number) => (Math.abs(number) < tiny ? tiny : number)
  let numerator = 1
  let denominator = 1 / safe(1 - ((one + other) * value) / (one + 1))
  let fraction = denominator
  // The number of terms grows with the square root of the parameters.
  const limit = 200 + 10 * Math.sqrt(one + other)
  for (let level = 1; level < limit; level++) {
    const twice = 2 * level
    const coefficients = [
      (level * (other - level) * value) / ((one + twice - 1) * (one + twice)),
      (-(one + level) * (one + other + level) * value) / ((one + twice) * (one + twice + 1)),
    ]
    let change = 1
    for (const coefficient of coefficients) {
      denominator = 1 / safe(1 + coefficient * denominator)
      numerator = safe(1 + coefficient / numerator)
      change = denominator * numerator
      fraction *= change
    }
    if (Math.abs(change - 1) < 1e-15) break
  }
  return fraction
}

/**
 * The logit of the value that a variable with the distribution Beta(`one`, `other`) exceeds with the probability
 * 1 - `probability`. Halves an interval of logits, because quantiles close to 0 and 1 lose their digits otherwise.
 */
export function betaQuantileLogit(probability: number, one: number, other: number): number {
  let low = -700
  let high = 700
  // 60 halvings reach the precision of a double.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (logisticBeta(middle, one, other) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function logisticBeta(logit: number, one: number, other: number): number {
  return logit > 0
    ? 1 - betaProbability(1 / (1 + Math.exp(logit)), other, one)
    : betaProbability(1 / (1 + Math.exp(-logit)), one, other)
}
