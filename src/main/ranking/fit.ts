import { invariant } from '../../shared/invariant'
import type { RankingOptions } from '../../shared/ranking/ranking'
import type { IndexedVote } from './checked-vote'
import { type Derivatives, likelihood } from './likelihood'
import { type VoteModel, voteModel } from './vote-model'

/** Estimates with their uncertainty. */
export interface Fit {
  model: VoteModel
  /** In the order of the model’s parameters; the strengths have mean 0. */
  parameters: Float64Array
  /** The covariance of the parameters by rows, that of the strengths for strengths with mean 0. */
  covariance: Float64Array
}

/** A normal prior of one parameter; a precision of 0 means none. */
interface Prior {
  mean: number
  precision: number
}

const none: Prior = { mean: 0, precision: 0 }

/** 95 % of pairs fall between 6 and 94 %. */
const strengthPrior: Prior = { mean: 0, precision: 1 }

/** Position and length: standard deviation 0.5. */
const effectPrior: Prior = { mean: 0, precision: 4 }

/** Logarithms of tie parameters: between equals, ties are 20 % of pairs, and 95 % of people have 1 to 83 %. */
const tiePrior: Prior = { mean: Math.log(0.5), precision: 1 / 1.5 ** 2 }

/** Makes estimates finite where the likelihood has no maximum, and hardly changes others: standard deviation 10. */
const weakPrior: Prior = { mean: 0, precision: 1 / 100 }

/** A tie parameter beyond exp(15) or below exp(-15) is on its way to infinity. */
const maxLogTie = 15

/**
 * Estimates strengths, tie parameters, position and length together.
 *
 * With the prior `normal`: the mode of the posterior, with the inverse of the information there as covariance
 * (Laplace’s approximation). With `none`: maximum likelihood without position and length; where its maximum does not
 * exist, for example for a contestant that has never lost, a normal prior with the standard deviation 10 is added.
 */
export function fitVotes(
  votes: readonly IndexedVote[],
  contestantCount: number,
  { prior }: RankingOptions,
): Fit {
  const model = voteModel(votes, contestantCount, { hasCovariates: prior === 'normal' })
  const tieCount = (model.pairTie === null ? 0 : 1) + model.groupTies.length
  const maximize = (ofStrength: Prior, ofTie: Prior) => {
    const priors = Array.from(model.observed, (_, parameter) => {
      if (parameter < contestantCount) return ofStrength
      return parameter < contestantCount + tieCount ? ofTie : effectPrior
    })
    return new Maximum(model, priors).find()
  }
  if (prior === 'none' && isStronglyConnected(votes, contestantCount)) {
    const fit = maximize(none, none)
    const ties = fit?.parameters.subarray(contestantCount)
    if (fit !== null && ties?.every((logTie) => Math.abs(logTie) < maxLogTie) === true) {
      return { model, ...fit }
    }
  }
  const fit = prior === 'none' ? maximize(weakPrior, weakPrior) : maximize(strengthPrior, tiePrior)
  invariant(fit !== null, 'with a prior, the information is positive definite')
  return { model, ...fit }
}

/** Newton’s method with step halving; the objective is concave, so it finds the only maximum. */
class Maximum {
  private readonly model: VoteModel
  private readonly priors: readonly Prior[]

  constructor(model: VoteModel, priors: readonly Prior[]) {
    this.model = model
    this.priors = priors
  }

  /** Returns null if the information becomes singular on the way: there is no maximum. */
  find(): Pick<Fit, 'parameters' | 'covariance'> | null {
    const size = this.model.parameterCount
    let parameters = Float64Array.from(this.priors, ({ mean }) => mean)
    let here = this.evaluate(parameters)
    for (let iteration = 0; iteration < 100; iteration++) {
      const factor = cholesky(here.information, size)
      if (factor === null) return null
      const step = solve(factor, size, here.gradient)
      const gain = step.reduce((sum, change, index) => sum + change * (here.gradient[index] ?? 0), 0)
      const next = this.advance(parameters, step, here.value, gain)
      if (next === null) break
      ;({ parameters, here } = next)
      // The next step would be far smaller: the method converges quadratically.
      if (gain < 1e-10) break
    }
    const factor = cholesky(here.information, size)
    return factor === null ? null : { parameters, covariance: this.centred(inverse(factor, size)) }
  }

  /** The longest of the step’s halves that improves the objective; null if none does, within rounding. */
  private advance(parameters: Float64Array, step: Float64Array, value: number, gain: number) {
    const rounding = 1e-13 * (1 + Math.abs(value))
    for (let length = 1; length > 1e-6; length /= 2) {
      const moved = parameters.map((parameter, index) => parameter + length * (step[index] ?? 0))
      const here = this.evaluate(moved)
      if (here.value >= value + 1e-4 * length * gain - rounding) return { parameters: moved, here }
    }
    return null
  }

  private evaluate(parameters: Float64Array): Derivatives {
    const derivatives = likelihood(this.model, parameters)
    const { gradient, information } = derivatives
    const { contestantCount, parameterCount } = this.model
    let { value } = derivatives
    this.priors.forEach(({ mean, precision }, index) => {
      const distance = (parameters[index] ?? 0) - mean
      value -= (precision / 2) * distance * distance
      gradient[index] = (gradient[index] ?? 0) - precision * distance
      const diagonal = index * parameterCount + index
      information[diagonal] = (information[diagonal] ?? 0) + precision
    })
    // Only differences of strengths matter, so their mean is held at 0, where it starts.
    for (let row = 0; row < contestantCount; row++) {
      for (let column = 0; column <= row; column++) {
        const index = row * parameterCount + column
        information[index] = (information[index] ?? 0) + 1 / contestantCount
      }
    }
    return { value, gradient, information }
  }

  /** The covariance of the strengths after subtracting their mean. */
  private centred(covariance: Float64Array): Float64Array {
    const { contestantCount: count, parameterCount: size } = this.model
    const means = new Float64Array(count)
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < count; column++) {
        means[row] = (means[row] ?? 0) + (covariance[row * size + column] ?? 0) / count
      }
    }
    const mean = means.reduce((sum, each) => sum + each, 0) / count
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < count; column++) {
        const index = row * size + column
        covariance[index] = (covariance[index] ?? 0) - (means[row] ?? 0) - (means[column] ?? 0) + mean
      }
    }
    return covariance
  }
}

/**
 * True if the votes determine all strengths without a prior: from every contestant a chain of wins and ties leads to
 * every other one. Otherwise a group that nobody outside it has beaten would be infinitely strong, or two groups
 * have never met.
 *
 * @see https://doi.org/10.2307/2308513 (Ford 1957)
 */
function isStronglyConnected(votes: readonly IndexedVote[], contestantCount: number): boolean {
  const beaten = Array.from({ length: contestantCount }, () => new Set<number>())
  const beatenBy = Array.from({ length: contestantCount }, () => new Set<number>())
  for (const { vote, shown, chosen } of votes) {
    chosen.forEach((winningPlace, rank) => {
      const winner = shown[winningPlace] ?? 0
      const ahead = vote.result === 'tie' ? [winningPlace] : chosen.slice(0, rank + 1)
      for (const [place, loser] of shown.entries()) {
        if (ahead.includes(place) || loser === winner) continue
        beaten[winner]?.add(loser)
        beatenBy[loser]?.add(winner)
      }
    })
  }
  return reachesAll(beaten) && reachesAll(beatenBy)
}

function reachesAll(next: readonly ReadonlySet<number>[]): boolean {
  const reached = new Set(next.length === 0 ? [] : [0])
  // A set is iterated in the order of insertion, including what is added on the way.
  for (const contestant of reached) for (const other of next[contestant] ?? []) reached.add(other)
  return reached.size === next.length
}

/**
 * Factors a symmetric matrix as L L'. Matrices are square, stored by rows; only the lower triangle is read.
 *
 * @returns the lower triangle L, or null if the matrix is not positive definite within rounding
 */
function cholesky(matrix: Float64Array, size: number): Float64Array | null {
  const factor = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = at(matrix, row * size + column)
      for (let index = 0; index < column; index++) {
        sum -= at(factor, row * size + index) * at(factor, column * size + index)
      }
      if (row !== column) {
        factor[row * size + column] = sum / at(factor, column * size + column)
        continue
      }
      if (!(sum > 1e-13 * at(matrix, row * size + row))) return null
      factor[row * size + row] = Math.sqrt(sum)
    }
  }
  return factor
}

/** Solves L L' x = `right` for the factor L. */
function solve(factor: Float64Array, size: number, right: Float64Array): Float64Array {
  const solution = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    let sum = at(solution, row)
    for (let index = 0; index < row; index++) sum -= at(factor, row * size + index) * at(solution, index)
    solution[row] = sum / at(factor, row * size + row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = at(solution, row)
    for (let index = row + 1; index < size; index++) {
      sum -= at(factor, index * size + row) * at(solution, index)
    }
    solution[row] = sum / at(factor, row * size + row)
  }
  return solution
}

/** The inverse of L L' for the factor L, complete and symmetric. */
function inverse(factor: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size)
  const unit = new Float64Array(size)
  for (let column = 0; column < size; column++) {
    unit.fill(0)
    unit[column] = 1
    result.set(solve(factor, size, unit), column * size)
  }
  return result
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
