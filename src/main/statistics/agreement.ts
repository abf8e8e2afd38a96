import { normal97_5 } from './normal-distribution'

/** Two raters’ choices about the same thing, as indexes of categories. */
export type RatedPair = readonly [one: number, other: number]

/** How grave it is that two raters choose these categories. */
type Disagreement = (one: number, other: number) => number

const ofNames: Disagreement = (one, other) => Number(one !== other)
const ofGrades: Disagreement = (one, other) => (one - other) ** 2

/**
 * Cohen’s kappa: how far two raters agree beyond what chance would do, from 1 for always to 0 for chance; null if both
 * only ever chose the same category, so that chance explains everything.
 *
 * @see https://doi.org/10.1177/001316446002000104
 * @see https://doi.org/10.1037/h0026256 (with disagreements of different weight)
 */
export function cohensKappa(
  pairs: readonly RatedPair[],
  categories: number,
  disagreement = ofNames,
): number | null {
  const counts = Array.from({ length: 2 }, () => Array.from({ length: categories }, () => 0))
  let seen = 0
  for (const pair of pairs) {
    seen += disagreement(...pair)
    for (const [rater, row] of counts.entries()) row[pair[rater] ?? 0] = (row[pair[rater] ?? 0] ?? 0) + 1
  }
  const [ofOne = [], ofOther = []] = counts
  const byChance = ofOne.reduce(
    (sum, one, row) =>
      sum + ofOther.reduce((inner, other, column) => inner + one * other * disagreement(row, column), 0),
    0,
  )
  return byChance === 0 ? null : 1 - (seen * pairs.length) / byChance
}

/**
 * Kappa of grades, whose weights are quadratic, with the interval that is right in about 95 % of cases; null as
 * `cohensKappa`. Pairs of one cluster are not independent, so the interval is the jackknife’s over clusters, with
 * Student’s quantile. Few pairs may agree by chance, so its width also counts one pair more at each end, half a scale
 * apart.
 */
export function kappaWithInterval(clusters: readonly (readonly RatedPair[])[], grades: number) {
  const kappa = cohensKappa(clusters.flat(), grades, ofGrades)
  if (kappa === null) return null
  const [last, half] = [grades - 1, Math.ceil((grades - 1) / 2)]
  const all: (readonly RatedPair[])[] = [...clusters, [[0, half]], [[last, last - half]]]
  const without = all.flatMap(
    (_, index) => cohensKappa(all.toSpliced(index, 1).flat(), grades, ofGrades) ?? [],
  )
  const mean = without.reduce((sum, each) => sum + each, 0) / without.length
  const squares = without.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  const freedom = without.length - 1
  // The beginning of the expansion of Student’s quantile.
  const quantile = normal97_5 + (normal97_5 ** 3 + normal97_5) / (4 * freedom)
  const reach = quantile * Math.sqrt((squares * freedom) / without.length)
  const interval: [number, number] = [Math.max(-1, kappa - reach), Math.min(1, kappa + reach)]
  return { kappa, interval }
}
