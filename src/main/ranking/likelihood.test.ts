import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { RankedVote } from '../../shared/ranking/ranking'
import { contestantsOf, indexVotes } from './checked-vote'
import { likelihood } from './likelihood'
import { anyVotes } from './testing/any-votes'
import { type VoteModel, voteModel } from './vote-model'

const votesAndPoint = fc.tuple(
  anyVotes(12),
  fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 24, maxLength: 24 }),
)

function modelOf(votes: readonly RankedVote[], point: readonly number[]) {
  const keys = contestantsOf(votes)
  const model = voteModel(indexVotes(votes, keys), keys.length, { hasCovariates: true })
  return { keys, model, parameters: Float64Array.from(model.observed, (_, index) => point[index] ?? 0) }
}

/** The probability of a vote, written out from the definition of the model. */
function probabilityOf(
  vote: RankedVote,
  keys: readonly string[],
  model: VoteModel,
  at: Float64Array,
): number {
  const { shown, chosen, result, lengths, isOrderKnown } = vote
  const logarithms = shown.map((_, place) => Math.log2((lengths?.[place] ?? 0) + 1))
  const mean = logarithms.reduce((sum, each) => sum + each, 0) / shown.length
  const strengths = shown.map((key, place) => {
    const doublings = Math.min(3, Math.max(-3, (logarithms[place] ?? 0) - mean))
    const screen = isOrderKnown === false ? 0 : 0.5 - place / (shown.length - 1)
    const theta = at[keys.indexOf(key)] ?? Number.NaN
    const position = model.position === null ? 0 : (at[model.position.parameter] ?? Number.NaN) * screen
    const length = model.length === null ? 0 : (at[model.length.parameter] ?? Number.NaN) * doublings
    return theta + position + length
  })
  const ties = shown.length > 2 ? model.groupTies : model.pairTie === null ? [] : [model.pairTie]
  const weight = (set: readonly number[]) => {
    const theta = set.reduce((sum, place) => sum + (strengths[place] ?? Number.NaN), 0) / set.length
    const tie = ties.find(({ size }) => size === set.length)
    if (set.length === 1) return Math.exp(theta)
    return tie === undefined ? 0 : Math.exp(theta + (at[tie.parameter] ?? Number.NaN))
  }
  const places = shown.map((_, place) => place)
  const firstTotal = subsetsOf(places).reduce((sum, set) => sum + weight(set), 0)
  if (result !== 'order') return weight(chosen) / firstTotal
  return chosen.reduce((product, place, rank) => {
    const rest = places.filter((each) => !chosen.slice(0, rank).includes(each))
    // Among answers of one contestant, the order says nothing.
    if (rest.every((each) => shown[each] === shown[place])) return product
    const total = rank === 0 ? firstTotal : rest.reduce((sum, each) => sum + weight([each]), 0)
    return (product * weight([place])) / total
  }, 1)
}

function subsetsOf(places: readonly number[]): number[][] {
  return places
    .reduce<number[][]>((sets, place) => [...sets, ...sets.map((set) => [...set, place])], [[]])
    .slice(1)
}

test('the likelihood is the product of the probabilities that the model defines', () => {
  fc.assert(
    fc.property(votesAndPoint, ([votes, point]) => {
      const { keys, model, parameters } = modelOf(votes, point)
      const expected = votes
        .filter(({ result }) => result !== 'all-bad')
        .reduce(
          (sum, vote) => sum + (vote.weight ?? 1) * Math.log(probabilityOf(vote, keys, model, parameters)),
          0,
        )
      expect(likelihood(model, parameters).value).toBeCloseTo(expected, 8)
    }),
    { numRuns: 60, seed: 1 },
  )
})

test('gradient and information are the derivatives of the likelihood', () => {
  const width = 1e-4
  fc.assert(
    fc.property(votesAndPoint, ([votes, point]) => {
      const { model, parameters } = modelOf(votes, point)
      const size = model.parameterCount
      const here = likelihood(model, parameters)
      for (let row = 0; row < size; row++) {
        const moved = (amount: number) =>
          likelihood(
            model,
            parameters.map((value, index) => (index === row ? value + amount : value)),
          )
        const [above, below] = [moved(width), moved(-width)]
        expect((above.value - below.value) / (2 * width)).toBeCloseTo(here.gradient[row] ?? Number.NaN, 4)
        for (let column = 0; column <= row; column++) {
          const second = ((above.gradient[column] ?? 0) - (below.gradient[column] ?? 0)) / (2 * width)
          expect(-second).toBeCloseTo(here.information[row * size + column] ?? Number.NaN, 4)
        }
      }
    }),
    { numRuns: 30, seed: 1 },
  )
})
