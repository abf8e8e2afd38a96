import type { Vocabulary } from './vocabulary'
import type { WorkBudget } from './work-budget'
import { type Comparable, leastSimilarity, type Measure } from './similarity'

/** Two items that may belong together, by their positions. */
export interface Pairing {
  first: number
  second: number
  similarity: number
}

/** Below this many pairs, all are compared. */
const maxComparedPairs = 400
/** Words in more items than this do not tell which of them are alike. */
const maxItemsOfWord = 96
/** The items that are compared with one item. */
const maxTried = 6
/** Equal items that are paired with each other; beyond, only those of the same rank. */
const maxEqual = 3

/**
 * The pairs of items that are similar enough to belong together. With many items, only those that share rare words,
 * are equal, or have about the same position.
 */
export function findCandidates(
  firsts: readonly Comparable[],
  seconds: readonly Comparable[],
  measure: Measure,
  vocabulary: Vocabulary,
  budget: WorkBudget,
): Pairing[] {
  const pairings: Pairing[] = []
  const tryPair = (first: number, second: number) => {
    const [one, other] = [firsts[first], seconds[second]]
    if (one === undefined || other === undefined) return
    const measured = measure(one, other, vocabulary)
    if (measured >= leastSimilarity) pairings.push({ first, second, similarity: measured })
  }
  if (firsts.length * seconds.length <= maxComparedPairs) {
    for (let first = 0; first < firsts.length; first += 1) {
      for (let second = 0; second < seconds.length; second += 1) tryPair(first, second)
    }
    return pairings
  }
  const equals = equalItems(firsts, seconds)
  const ofWord = itemsOfWords(seconds)
  const shared = new Float64Array(seconds.length)
  for (const [first, item] of firsts.entries()) {
    if (!budget.allows(1 + item.bag.length)) return pairings
    const tried = new Set(equals.get(first))
    if (tried.size === 0) {
      for (const second of mostShared(item, ofWord, shared, vocabulary)) tried.add(second)
      const near = Math.round((first * (seconds.length - 1)) / Math.max(1, firsts.length - 1))
      for (const second of [near - 1, near, near + 1]) tried.add(second)
    }
    for (const second of tried) tryPair(first, second)
  }
  return pairings
}

/** For each item the equal ones among `seconds`. */
function equalItems(firsts: readonly Comparable[], seconds: readonly Comparable[]): Map<number, number[]> {
  const [own, others] = [positionsByKey(firsts), positionsByKey(seconds)]
  const equals = new Map<number, number[]>()
  for (const [key, positions] of own) {
    const found = others.get(key)
    if (found === undefined) continue
    const isFew = positions.length <= maxEqual && found.length <= maxEqual
    for (const [rank, position] of positions.entries()) {
      equals.set(position, isFew ? found : found.slice(rank, rank + 1))
    }
  }
  return equals
}

function positionsByKey(items: readonly Comparable[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [position, { key }] of items.entries()) {
    const list = positions.get(key)
    if (list === undefined) positions.set(key, [position])
    else list.push(position)
  }
  return positions
}

/** For each word the items that contain it, up to one more than are looked at. */
function itemsOfWords(items: readonly Comparable[]): Map<number, number[]> {
  const ofWord = new Map<number, number[]>()
  for (const [position, { bag }] of items.entries()) {
    for (const id of bag) {
      const list = ofWord.get(id)
      if (list === undefined) ofWord.set(id, [position])
      else if (list.at(-1) !== position && list.length <= maxItemsOfWord) list.push(position)
    }
  }
  return ofWord
}

/** The items that share the most with `item`. `shared` holds only zeros before and after. */
function mostShared(
  item: Comparable,
  ofWord: ReadonlyMap<number, readonly number[]>,
  shared: Float64Array,
  vocabulary: Vocabulary,
): number[] {
  const touched: number[] = []
  let before = -1
  for (const id of item.bag) {
    if (id === before) continue
    before = id
    const items = ofWord.get(id)
    if (items === undefined || items.length > maxItemsOfWord) continue
    const weight = vocabulary.weight(id) / items.length
    for (const position of items) {
      if (shared[position] === 0) touched.push(position)
      shared[position] = (shared[position] ?? 0) + weight
    }
  }
  const best: number[] = []
  for (const position of touched) {
    const share = shared[position] ?? 0
    let rank = best.length
    while (rank > 0 && (shared[best[rank - 1] ?? 0] ?? 0) < share) rank -= 1
    if (rank < maxTried) best.splice(rank, 0, position)
    if (best.length > maxTried) best.pop()
  }
  for (const position of touched) shared[position] = 0
  return best
}
