import { type Derivatives, increase } from './derivatives'
import { GroupMoments } from './group-moments'
import type { VoteModel } from './vote-model'

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
