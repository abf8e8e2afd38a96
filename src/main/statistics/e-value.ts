import { logBeta } from './beta-distribution'

/** A pair is settled from this e-value on: the chance to ever see it between equals is at most 1/20. */
const settledFrom = 20

/** A number that JSON can hold, for evidence beyond it. */
const largest = 1e300

/** Further votes are not foreseen beyond this number. */
const maxMoreVotes = 10_000

const logSettled = Math.log(settledFrom)

/**
 * Evidence against “both are equally good”, from the decisive votes between two: the chance of exactly these votes if
 * every winning rate was equally likely beforehand, over their chance at 50 %. It may be looked at after every vote,
 * because between equals it exceeds 20 at any time with a chance of at most 5 %.
 *
 * @see https://doi.org/10.1093/jrsssb/qkad103 (Grünwald, de Heide and Koolen, Safe testing)
 */
export function eValue(wins: number, losses: number): number {
  return Math.min(largest, Math.exp(logEValue(wins, losses)))
}

/** True if evidence with this e-value settles something. */
export function isSettledBy(value: number): boolean {
  return value >= settledFrom
}

/** True if the evidence settles which one is better. */
export function isSettled(wins: number, losses: number): boolean {
  // The logarithm is exact to about 1e-13; no e-value of whole votes is that close to 20.
  return logEValue(wins, losses) >= logSettled
}

/**
 * The number of further decisive votes after which the pair is settled, if they fall at the posterior mean of the
 * winning rate, (1 + wins) / (2 + wins + losses); null if that takes more than 10,000.
 */
export function moreVotes(wins: number, losses: number): number | null {
  if (isSettled(wins, losses)) return 0
  const rate = (1 + wins) / (2 + wins + losses)
  const settles = (votes: number) => isSettled(wins + votes * rate, losses + votes * (1 - rate))
  if (!settles(maxMoreVotes)) return null
  let tooFew = 0
  let enough = maxMoreVotes
  // Along this path the evidence falls at most once before it rises, so it reaches 20 once.
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (settles(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

function logEValue(wins: number, losses: number): number {
  return (wins + losses) * Math.LN2 + logBeta(1 + wins, 1 + losses)
}
