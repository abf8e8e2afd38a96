import { betaProbability, betaQuantileLogit } from '../statistics/beta-distribution'
import type { DirectOutcomes } from './direct-outcomes'
import type { Fit } from './fit'
import { normal97_5, normalProbability } from '../statistics/normal-distribution'

/** The estimated strengths of contestants, who are numbered. */
export interface Strengths {
  strength(contestant: number): number
  /** The 95 % interval of the strength. */
  interval(contestant: number): [low: number, high: number]
  /** The probability that `one` is better than `other`. */
  probabilityBetter(one: number, other: number): number
  /** The variance of the difference between two strengths. */
  differenceVariance(one: number, other: number): number
}

/** Strengths with a normal distribution around their estimates. */
export function fittedStrengths({ model, parameters, covariance }: Fit): Strengths {
  const strength = (contestant: number) => parameters[contestant] ?? 0
  const covarianceOf = (one: number, other: number) => covariance[one * model.parameterCount + other] ?? 0
  const differenceVariance = (one: number, other: number) =>
    Math.max(0, covarianceOf(one, one) + covarianceOf(other, other) - 2 * covarianceOf(one, other))
  return {
    strength,
    interval(contestant) {
      const reach = normal97_5 * Math.sqrt(covarianceOf(contestant, contestant))
      return [strength(contestant) - reach, strength(contestant) + reach]
    },
    probabilityBetter(one, other) {
      const deviation = Math.sqrt(differenceVariance(one, other))
      return deviation === 0 ? 0.5 : normalProbability((strength(one) - strength(other)) / deviation)
    },
    differenceVariance,
  }
}

/**
 * The exact strengths of only two contestants, 0 and 1: if every winning rate was equally likely beforehand, the rate
 * at which 0 wins decisive votes has the distribution Beta(1 + wins, 1 + losses). Their strengths are half its log-odds
 * each way, with the median as estimate. Ties, position and length do not enter.
 */
export function exactStrengths({ wins, losses }: DirectOutcomes): Strengths {
  const logit = (probability: number) => betaQuantileLogit(probability, 1 + wins, 1 + losses)
  const [low, median, high] = [logit(0.025), logit(0.5), logit(0.975)] as const
  const isBetter = 1 - betaProbability(0.5, 1 + wins, 1 + losses)
  return {
    strength: (contestant) => (contestant === 0 ? median / 2 : -median / 2),
    interval: (contestant) => (contestant === 0 ? [low / 2, high / 2] : [-high / 2, -low / 2]),
    probabilityBetter: (one) => (one === 0 ? isBetter : 1 - isBetter),
    differenceVariance: () => ((high - low) / (2 * normal97_5)) ** 2,
  }
}
