import { normal97_5 } from './normal-distribution'

/** How many of the answers to a prompt passed. */
export interface PassCount {
  passed: number
  judged: number
}

/** A share with the interval that covers the true one in 95 % of cases. */
export interface Share {
  share: number
  interval: [number, number]
}

/**
 * Wilson’s interval of a share.
 *
 * @see https://doi.org/10.1080/01621459.1927.10502953
 */
export function wilson(share: number, trials: number): [number, number] {
  const squared = normal97_5 ** 2
  const centre = (share + squared / (2 * trials)) / (1 + squared / trials)
  const reach =
    (normal97_5 * Math.sqrt((share * (1 - share)) / trials + squared / (4 * trials ** 2))) /
    (1 + squared / trials)
  // Without what rounding leaves.
  return [share === 0 ? 0 : centre - reach, share === 1 ? 1 : centre + reach]
}

/**
 * The share of answers that pass, over prompts with repeats. Repeats of a prompt are not independent, so its interval is
 * Wilson’s for as many independent answers as vary as much as the prompts do: at least one for each prompt, at most one
 * for each answer. Null without an answer that was judged.
 *
 * @see https://doi.org/10.2307/2532311 (Rao and Scott, a simple method for clustered binary data)
 */
export function shareOf(counts: readonly PassCount[]): Share | null {
  const asked = counts.filter(({ judged }) => judged > 0)
  const judged = asked.reduce((sum, count) => sum + count.judged, 0)
  if (judged === 0) return null
  const share = asked.reduce((sum, { passed }) => sum + passed, 0) / judged
  return { share, interval: wilson(share, independentAnswers(asked, { judged, share })) }
}

function independentAnswers(
  counts: readonly PassCount[],
  { judged, share }: { judged: number; share: number },
): number {
  const prompts = counts.length
  if (prompts === judged) return prompts
  const spread = counts.reduce((sum, count) => sum + (count.passed - count.judged * share) ** 2, 0)
  if (spread === 0) return prompts
  const variance = (spread * prompts) / (prompts - 1) / judged ** 2
  return Math.min(judged, Math.max(prompts, (share * (1 - share)) / variance))
}
