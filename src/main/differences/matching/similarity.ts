import type { Vocabulary } from './vocabulary'

/** Text that can be matched with its like in another answer. */
export interface Comparable {
  /** Equal if the words are the same. */
  readonly key: string
  /** The words that count, in lower case, sorted. */
  readonly bag: Int32Array
  /** The sum of their weights. */
  readonly weight: number
}

/** Below this, two sentences or blocks have nothing to do with each other. */
export const leastSimilarity = 0.35

/** A block counts as part of another if it has this weight and shares this much of it. */
const leastContainedWeight = 2
const leastContainedShare = 0.8

/** Measures the similarity of two items, between 0 and 1. */
export type Measure = (one: Comparable, other: Comparable, vocabulary: Vocabulary) => number

/** Prepares a text of these words for matching. */
export function comparable(ids: readonly number[], vocabulary: Vocabulary): Comparable {
  let weight = 0
  const bag: number[] = []
  for (const id of ids) {
    const own = vocabulary.weight(id)
    if (own === 0) continue
    weight += own
    bag.push(vocabulary.folded(id))
  }
  return { key: ids.join(' '), bag: Int32Array.from(bag).toSorted(), weight }
}

/** The weighted share of common words, between 0 and 1 (Dice's coefficient of the multisets). */
export function similarity(one: Comparable, other: Comparable, vocabulary: Vocabulary): number {
  if (one.key === other.key) return 1
  const total = one.weight + other.weight
  if (total === 0) return 0
  // The best that the sizes allow.
  if ((2 * Math.min(one.weight, other.weight)) / total < leastSimilarity) return 0
  return (2 * commonWeight(one.bag, other.bag, vocabulary)) / total
}

/** Like `similarity`, for blocks: one that contains nearly all words of the other was extended or shortened. */
export function blockSimilarity(one: Comparable, other: Comparable, vocabulary: Vocabulary): number {
  const measured = similarity(one, other, vocabulary)
  const smaller = Math.min(one.weight, other.weight)
  if (measured >= leastSimilarity || smaller < leastContainedWeight) return measured
  const share = commonWeight(one.bag, other.bag, vocabulary) / smaller
  return share < leastContainedShare ? measured : leastSimilarity
}

function commonWeight(one: Int32Array, other: Int32Array, vocabulary: Vocabulary): number {
  let common = 0
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    const [left = 0, right = 0] = [one[a], other[b]]
    if (left === right) common += vocabulary.weight(left)
    if (left <= right) a += 1
    if (right <= left) b += 1
  }
  return common
}
