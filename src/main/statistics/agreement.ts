/** Two raters’ choices about the same thing, as indexes of categories. */
export type RatedPair = readonly [one: number, other: number]

/**
 * Cohen’s kappa: how far two raters agree beyond what chance would do, from 1 for always to 0 for chance; null if both
 * only ever chose the same category, so that chance explains everything.
 *
 * @see https://doi.org/10.1177/001316446002000104
 */
export function cohensKappa(pairs: readonly RatedPair[], categories: number): number | null {
  const share = (test: (pair: RatedPair) => boolean) => pairs.filter(test).length / pairs.length
  const agreed = share(([one, other]) => one === other)
  let byChance = 0
  for (let category = 0; category < categories; category += 1) {
    byChance += share(([one]) => one === category) * share(([, other]) => other === category)
  }
  return pairs.length === 0 || byChance === 1 ? null : (agreed - byChance) / (1 - byChance)
}
