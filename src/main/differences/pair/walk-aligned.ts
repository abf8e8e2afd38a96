import type { Pairing } from '../matching/candidates'

/**
 * Visits two lists side by side: the aligned items as pairs, and before each pair what is only in the first list, then
 * what is only in the second.
 */
export function walkAligned<Item>(
  firsts: readonly Item[],
  seconds: readonly Item[],
  aligned: readonly Pairing[],
  visit: {
    onPair: (first: Item, second: Item) => void
    onFirst: (item: Item, index: number) => void
    onSecond: (item: Item, index: number) => void
  },
): void {
  let [first, second] = [0, 0]
  const visitGap = (firstEnd: number, secondEnd: number) => {
    for (const [index, item] of firsts.slice(first, firstEnd).entries()) visit.onFirst(item, first + index)
    for (const [index, item] of seconds.slice(second, secondEnd).entries())
      visit.onSecond(item, second + index)
  }
  for (const pairing of aligned) {
    visitGap(pairing.first, pairing.second)
    const [one, other] = [firsts[pairing.first], seconds[pairing.second]]
    if (one !== undefined && other !== undefined) visit.onPair(one, other)
    first = pairing.first + 1
    second = pairing.second + 1
  }
  visitGap(firsts.length, seconds.length)
}
