import type { GroupChoice, VoteModel } from './vote-model'

/**
 * Evaluates the log-likelihood. In an exponential family the gradient is what was observed minus what the model
 * expects, and the information is the covariance of what it expects.
 */
export function likelihood(model: VoteModel, parameters: Float64Array): Derivatives {
  const { parameterCount: size, observed } = model
  const gradient = Float64Array.from(observed)
  const information = new Float64Array(size * size)
  const derivatives = { value: 0, gradient, information }
  for (let index = 0; index < size; index++) {
    derivatives.value += (observed[index] ?? 0) * (parameters[index] ?? 0)
  }
  addPairs(model, parameters, derivatives)
  const moments = new GroupMoments(model)
  for (const group of model.groups) {
    derivatives.value -= moments.compute(group, parameters)
    moments.addTo(derivatives)
  }
  return derivatives
}

/**
 * Adds all choices between two. Such a choice depends on the difference d of its two logits and on the tie parameter:
 * its outcome is x = 1/2, -1/2 or 0 for d, and 1 or 0 for the tie.
 */
function addPairs(model: VoteModel, parameters: Float64Array, derivatives: Derivatives): void {
  const { parameterCount: size, pairs } = model
  const { gradient, information } = derivatives
  const tieAt = model.pairTie?.parameter ?? -1
  const placeAt = model.position?.parameter ?? -1
  const lengthAt = model.length?.parameter ?? -1
  const tieWeight = tieAt === -1 ? 0 : Math.exp(parameters[tieAt] ?? 0)
  const placeEffect = parameters[placeAt] ?? 0
  const lengthEffect = parameters[lengthAt] ?? 0
  let logs = 0
  for (const { one, other, place, length, canTie, weight } of pairs) {
    const logitOne = parameters[one] ?? 0
    const logitOther = parameters[other] ?? 0
    const difference = logitOne - logitOther + placeEffect * place + lengthEffect * length
    // Divided by the larger weight, so that nothing overflows.
    const root = Math.exp(-Math.abs(difference) / 2)
    const tie = canTie ? tieWeight * root : 0
    const total = 1 + root * root + tie
    logs += weight * ((logitOne + logitOther + Math.abs(difference)) / 2 + Math.log(total))
    const decisive = (1 + root * root) / total
    const mean = ((difference < 0 ? -0.5 : 0.5) * (1 - root * root)) / total
    const variance = weight * (decisive / 4 - mean * mean)
    const weighted = weight * mean

    increase(gradient, one, -0.5 * weight - weighted)
    increase(gradient, other, weighted - 0.5 * weight)
    increase(information, one * size + one, variance)
    increase(information, other * size + other, variance)
    increase(information, one > other ? one * size + other : other * size + one, -variance)
    if (tieAt !== -1 && canTie) {
      const chance = tie / total
      increase(gradient, tieAt, -weight * chance)
      increase(information, tieAt * size + tieAt, weight * (chance - chance * chance))
      increase(information, tieAt * size + one, -weighted * chance)
      increase(information, tieAt * size + other, weighted * chance)
      if (placeAt !== -1) increase(information, placeAt * size + tieAt, -place * weighted * chance)
      if (lengthAt !== -1) increase(information, lengthAt * size + tieAt, -length * weighted * chance)
    }
    if (placeAt !== -1) {
      increase(gradient, placeAt, -place * weighted)
      increase(information, placeAt * size + one, place * variance)
      increase(information, placeAt * size + other, -place * variance)
      increase(information, placeAt * size + placeAt, place * place * variance)
    }
    if (lengthAt !== -1) {
      increase(gradient, lengthAt, -length * weighted)
      increase(information, lengthAt * size + one, length * variance)
      increase(information, lengthAt * size + other, -length * variance)
      increase(information, lengthAt * size + lengthAt, length * length * variance)
      if (placeAt !== -1) increase(information, lengthAt * size + placeAt, length * place * variance)
    }
  }
  derivatives.value -= logs
}

/** Sixteen answers, position and length; with ties, it is eight answers and seven sizes of ties. */
const maxLocal = 18

/**
 * The mean and the covariance of a choice among three or more. Its local variables are the logits of its answers and
 * its tie parameters, then position and length as sums over the answers. The arrays are used again for the next choice.
 */
class GroupMoments {
  private readonly model: VoteModel
  private readonly weights = new Float64Array(255)
  private readonly logits = new Float64Array(maxLocal)
  private readonly mean = new Float64Array(maxLocal)
  private readonly covariance = new Float64Array(maxLocal * maxLocal)
  /** The model’s parameter of each local variable, in ascending order after the answers, which may share one. */
  private readonly parameterOf = new Int32Array(maxLocal)
  private localCount = 0
  private weight = 1

  constructor(model: VoteModel) {
    this.model = model
  }

  /** Computes the moments and returns the logarithm of the sum of all weights, times the choice’s own. */
  compute(group: GroupChoice, parameters: Float64Array): number {
    this.weight = group.weight
    this.prepare(group, parameters)
    const logTotal = this.weigh(group)
    this.sumMoments(group)
    this.addCovariate(group, this.model.position?.parameter, group.places)
    this.addCovariate(group, this.model.length?.parameter, group.lengths)
    return logTotal * group.weight
  }

  /** Adds the moments of the last computed choice to the derivatives of all parameters. */
  addTo({ gradient, information }: Derivatives): void {
    const { mean, covariance, parameterOf, localCount, weight } = this
    const size = this.model.parameterCount
    for (let local = 0; local < localCount; local++) {
      const parameter = parameterOf[local] ?? 0
      increase(gradient, parameter, -(mean[local] ?? 0) * weight)
      for (let other = 0; other < localCount; other++) {
        const column = parameterOf[other] ?? 0
        if (column > parameter) continue
        const amount = covariance[local * maxLocal + other] ?? 0
        increase(information, parameter * size + column, amount * weight)
      }
    }
  }

  private prepare({ members, places, lengths, alternatives }: GroupChoice, parameters: Float64Array): void {
    const { position, length } = this.model
    const place = position === null ? 0 : (parameters[position.parameter] ?? 0)
    const doubling = length === null ? 0 : (parameters[length.parameter] ?? 0)
    for (let local = 0; local < members.length; local++) {
      const parameter = members[local] ?? 0
      this.parameterOf[local] = parameter
      this.logits[local] =
        (parameters[parameter] ?? 0) + place * (places[local] ?? 0) + doubling * (lengths[local] ?? 0)
    }
    const { tieParameters } = alternatives
    for (let slot = 0; slot < tieParameters.length; slot++) {
      const parameter = tieParameters[slot] ?? 0
      this.parameterOf[members.length + slot] = parameter
      this.logits[members.length + slot] = parameters[parameter] ?? 0
    }
    this.localCount = members.length + tieParameters.length
  }

  /** Computes the chance of each alternative. */
  private weigh({ members, alternatives }: GroupChoice): number {
    const { weights, logits } = this
    const { count, sizes, tieSlots, members: flat } = alternatives
    let highest = -Infinity
    for (let alternative = 0, start = 0; alternative < count; alternative++) {
      const size = sizes[alternative] ?? 1
      const slot = tieSlots[alternative] ?? -1
      let sum = 0
      for (let index = start; index < start + size; index++) sum += logits[flat[index] ?? 0] ?? 0
      start += size
      const weight = sum / size + (slot === -1 ? 0 : (logits[members.length + slot] ?? 0))
      weights[alternative] = weight
      if (weight > highest) highest = weight
    }
    let total = 0
    for (let alternative = 0; alternative < count; alternative++) {
      const weight = Math.exp((weights[alternative] ?? 0) - highest)
      weights[alternative] = weight
      total += weight
    }
    for (let alternative = 0; alternative < count; alternative++) {
      weights[alternative] = (weights[alternative] ?? 0) / total
    }
    return highest + Math.log(total)
  }

  /** Each of t that tie has a share of 1/t in the outcome. */
  private sumMoments({ members, alternatives }: GroupChoice): void {
    const { weights, mean, covariance, localCount } = this
    const { count, sizes, tieSlots, members: flat } = alternatives
    mean.fill(0, 0, localCount)
    covariance.fill(0, 0, localCount * maxLocal)
    for (let alternative = 0, start = 0; alternative < count; alternative++) {
      const size = sizes[alternative] ?? 1
      const slot = tieSlots[alternative] ?? -1
      const chance = weights[alternative] ?? 0
      const share = chance / size
      for (let index = start; index < start + size; index++) {
        const local = flat[index] ?? 0
        increase(mean, local, share)
        for (let other = start; other <= index; other++) {
          increase(covariance, local * maxLocal + (flat[other] ?? 0), share / size)
        }
        if (slot !== -1) increase(covariance, (members.length + slot) * maxLocal + local, share)
      }
      start += size
      if (slot === -1) continue
      const local = members.length + slot
      increase(mean, local, chance)
      increase(covariance, local * maxLocal + local, chance)
    }
    for (let local = 0; local < localCount; local++) {
      for (let other = 0; other <= local; other++) {
        const moment = (covariance[local * maxLocal + other] ?? 0) - (mean[local] ?? 0) * (mean[other] ?? 0)
        covariance[local * maxLocal + other] = moment
        covariance[other * maxLocal + local] = moment
      }
    }
  }

  /** Appends a local variable that is the sum of the answers’ shares, each times its amount. */
  private addCovariate(
    { members }: GroupChoice,
    parameter: number | undefined,
    amounts: readonly number[],
  ): void {
    if (parameter === undefined) return
    const { mean, covariance } = this
    const added = this.localCount++
    this.parameterOf[added] = parameter
    let expected = 0
    for (let local = 0; local < members.length; local++)
      expected += (amounts[local] ?? 0) * (mean[local] ?? 0)
    mean[added] = expected
    for (let other = 0; other <= added; other++) {
      let sum = 0
      for (let local = 0; local < members.length; local++) {
        sum += (amounts[local] ?? 0) * (covariance[other * maxLocal + local] ?? 0)
      }
      covariance[other * maxLocal + added] = sum
      covariance[added * maxLocal + other] = sum
    }
  }
}

/** The log-likelihood of the votes with its derivatives at one point. */
export interface Derivatives {
  value: number
  gradient: Float64Array
  /** The observed information, minus the second derivatives: the lower triangle, by rows. */
  information: Float64Array
}

/** Adds to one element of an array. */
export function increase(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount
}
