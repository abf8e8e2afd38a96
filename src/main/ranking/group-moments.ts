import { type Derivatives, increase } from './derivatives'
import type { GroupChoice, VoteModel } from './vote-model'

/** Sixteen answers, position and length; with ties, it is eight answers and seven sizes of ties. */
const maxLocal = 18

/**
 * The mean and the covariance of a choice among three or more. Its local variables are the logits of its answers and
 * its tie parameters, then position and length as sums over the answers. The arrays are used again for the next choice.
 */
export class GroupMoments {
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
