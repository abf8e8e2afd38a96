import type { Random } from '../../src/main/base/seeded-random.ts'
import type { RankedVote } from '../../src/shared/ranking/ranking.ts'

/** A simulated user: what is true about the contestants, and how the user votes. */
export interface SimulatedUser {
  /** By contestant. */
  strengths: ReadonlyMap<string, number>
  votes: readonly RankedVote[]
}

/** The effects of a simulated user: a tie’s weight, and what place and length add to the log-odds. */
interface Habits {
  tieWeight: number
  position: number
  length: number
}

/** A user whose contestants and habits come from the prior, and who votes in every way that the app offers. */
export function simulateUser(random: Random, counts: { contestants: number; votes: number }): SimulatedUser {
  const keys = Array.from({ length: counts.contestants }, (_, index) => `contestant ${index}`)
  // Two are compared exactly, without effects and with a prior of their own: each winning rate is equally likely.
  const isPair = counts.contestants === 2
  const strengths = new Map(
    keys.map((key, index) => {
      if (!isPair) return [key, normal(random)]
      return [key, index === 0 ? logit(uniform(random)) : 0]
    }),
  )
  const habits = {
    tieWeight: Math.exp(Math.log(0.5) + 1.5 * normal(random)),
    position: isPair ? 0 : 0.5 * normal(random),
    length: isPair ? 0 : 0.5 * normal(random),
  }
  const votes = Array.from({ length: counts.votes }, (_, at) => {
    const shown = random.some(keys, 2 + random.below(Math.min(counts.contestants, 4) - 1))
    return simulateVote(random, shown, strengths, habits, at)
  })
  return { strengths, votes }
}

function simulateVote(
  random: Random,
  shown: readonly string[],
  strengths: ReadonlyMap<string, number>,
  { tieWeight, position, length }: Habits,
  at: number,
): RankedVote {
  const doublings = shown.map(() => 0.6 * normal(random))
  const lengths = doublings.map((doubling) => Math.round(2_000 * 2 ** doubling))
  const weights = shown.map((key, place) =>
    Math.exp(
      (strengths.get(key) ?? 0) +
        position * (0.5 - place / (shown.length - 1)) +
        length * Math.log2((lengths[place] ?? 0) + 1),
    ),
  )
  const sets = Array.from({ length: 2 ** shown.length - 1 }, (_, index) =>
    shown.flatMap((_key, place) => (((index + 1) >> place) % 2 === 1 ? [place] : [])),
  )
  const chosen = drawBy(random, sets, (set) => {
    const product = set.reduce((sum, place) => sum + Math.log(weights[place] ?? 0), 0)
    return Math.exp(product / set.length) * (set.length === 1 ? 1 : tieWeight)
  })
  if (chosen.length > 1) return { shown, result: 'tie', chosen, at, lengths }
  if (random.below(2) === 0) return { shown, result: 'best', chosen, at, lengths }
  const order = [...chosen]
  while (order.length < shown.length) {
    const rest = shown.map((_, place) => place).filter((place) => !order.includes(place))
    order.push(drawBy(random, rest, (place) => weights[place] ?? 0))
  }
  return { shown, result: 'order', chosen: order, at, lengths }
}

function drawBy<Item>(random: Random, items: readonly Item[], weightOf: (item: Item) => number): Item {
  const weights = items.map(weightOf)
  let left = uniform(random) * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex((weight) => (left -= weight) < 0)
  const item = items.at(index)
  if (item === undefined) throw new Error('there is nothing to draw from')
  return item
}

/** A number between 0 and 1, both excluded. */
export function uniform(random: Random): number {
  return (random.below(2 ** 32) + 0.5) / 2 ** 32
}

/** From the standard normal distribution. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random))
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}
