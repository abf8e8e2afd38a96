import { randomInt } from 'node:crypto'

/** Returns a random integer from 0 up to, but not including, `below`. */
export type RandomBelow = (below: number) => number

/** The items in random order; every order is equally likely. */
export function shuffled<Item>(items: readonly Item[], randomBelow: RandomBelow = randomInt): Item[] {
  const rest = [...items]
  const drawn: Item[] = []
  while (rest.length > 0) drawn.push(...rest.splice(randomBelow(rest.length), 1))
  return drawn
}
