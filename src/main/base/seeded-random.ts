import { hashText } from '../../shared/text/hash-text'

/** Pseudorandom numbers that are the same for the same seed. */
export interface Random {
  /** An integer from 0 to `limit - 1`. */
  below(limit: number): number
  /** One of the items. */
  pick<Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number]
  /** Picks `count` different items in random order; all of them when there are no more. */
  some<Item>(items: readonly Item[], count: number): Item[]
}

/** A mulberry32 generator seeded with a text. */
export function seededRandom(seedText: string): Random {
  let state = hashText(seedText)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    some(items, count) {
      const left = [...items]
      const taken: typeof left = []
      while (taken.length < count && left.length > 0) taken.push(...left.splice(below(left.length), 1))
      return taken
    },
  }
}
