/** The quantile of 97.5 % of the standard normal distribution: a 95 % interval is this many deviations wide each way. */
export const normal97_5 = 1.959963984540054

/**
 * The cumulative distribution function of the standard normal distribution, to about 1e-15.
 *
 * @see https://www.jstatsoft.org/article/view/v011i04 (Marsaglia 2004: the series of the centre)
 * @see https://dlmf.nist.gov/7.9 (the continued fraction of the tails)
 */
export function normalProbability(value: number): number {
  const size = Math.abs(value)
  if (size > 38) return value > 0 ? 1 : 0
  const density = Math.exp((-size * size) / 2) / Math.sqrt(2 * Math.PI)
  const tail = size < 3 ? 0.5 - density * centreSeries(size) : density / tailFraction(size)
  return value > 0 ? 1 - tail : tail
}

function centreSeries(size: number): number {
  let term = size
  let sum = size
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (size * size) / odd
    sum += term
  }
  return sum
}

function tailFraction(size: number): number {
  let fraction = size
  for (let level = 120; level > 0; level--) fraction = size + level / fraction
  return fraction
}
