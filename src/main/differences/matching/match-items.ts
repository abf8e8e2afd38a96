import type { Vocabulary } from './vocabulary'
import type { WorkBudget } from './work-budget'
import { findCandidates, type Pairing } from './candidates'
import type { Comparable, Measure } from './similarity'

/** Moved text must be as similar as this, and have this weight, or every heading and every `}` has moved. */
const leastMovedSimilarity = 0.6
const leastMovedWeight = 2

/** The pairings of the items of two lists. No item is in two pairings. */
export interface Matching {
  /** In the order of both lists. */
  aligned: Pairing[]
  /** In another order. */
  moved: Pairing[]
}

/** Matches the items of two lists by similarity, first in order, then those that are left over. */
export function matchItems(
  firsts: readonly Comparable[],
  seconds: readonly Comparable[],
  measure: Measure,
  vocabulary: Vocabulary,
  budget: WorkBudget,
): Matching {
  const { start, end } = commonEnds(firsts, seconds)
  const candidates = findCandidates(
    firsts.slice(start, firsts.length - end),
    seconds.slice(start, seconds.length - end),
    measure,
    vocabulary,
    budget,
  ).map((pairing) => ({ ...pairing, first: pairing.first + start, second: pairing.second + start }))
  const chain = bestChain(candidates, seconds.length, (pairing) => {
    const weight = firsts[pairing.first]?.weight ?? 0
    return pairing.similarity * (1 + Math.log2(1 + weight)) + (pairing.similarity === 1 ? 0.01 : 0)
  })
  const aligned = [
    ...Array.from({ length: start }, (_, index) => same(index, index)),
    ...chain,
    ...Array.from({ length: end }, (_, index) =>
      same(firsts.length - end + index, seconds.length - end + index),
    ),
  ]
  return { aligned, moved: movedOf(candidates, chain, firsts) }
}

function same(first: number, second: number): Pairing {
  return { first, second, similarity: 1 }
}

function commonEnds(
  firsts: readonly Comparable[],
  seconds: readonly Comparable[],
): { start: number; end: number } {
  const shorter = Math.min(firsts.length, seconds.length)
  let start = 0
  while (start < shorter && firsts[start]?.key === seconds[start]?.key) start += 1
  let end = 0
  while (end < shorter - start && firsts.at(-1 - end)?.key === seconds.at(-1 - end)?.key) end += 1
  return { start, end }
}

function movedOf(
  candidates: readonly Pairing[],
  chain: readonly Pairing[],
  firsts: readonly Comparable[],
): Pairing[] {
  const usedFirsts = new Set(chain.map(({ first }) => first))
  const usedSeconds = new Set(chain.map(({ second }) => second))
  const best = candidates
    .filter(
      (pairing) =>
        pairing.similarity >= leastMovedSimilarity &&
        (firsts[pairing.first]?.weight ?? 0) >= leastMovedWeight &&
        !usedFirsts.has(pairing.first) &&
        !usedSeconds.has(pairing.second),
    )
    .toSorted((one, other) => other.similarity - one.similarity)
  const moved: Pairing[] = []
  for (const pairing of best) {
    if (usedFirsts.has(pairing.first) || usedSeconds.has(pairing.second)) continue
    usedFirsts.add(pairing.first)
    usedSeconds.add(pairing.second)
    moved.push(pairing)
  }
  return moved.toSorted((one, other) => one.first - other.first)
}

/**
 * The pairings with the greatest total worth of which none crosses another: the alignment of Needleman and Wunsch
 * without a penalty for gaps, found from the candidates alone in O(n log n) instead of from a matrix.
 */
function bestChain(
  pairings: readonly Pairing[],
  secondCount: number,
  worth: (pairing: Pairing) => number,
): Pairing[] {
  // Pairings of one item in reverse order, so that none follows another of the same item.
  const ordered = pairings.toSorted((one, other) => one.first - other.first || other.second - one.second)
  const totals = new Float64Array(ordered.length)
  const previous = new Int32Array(ordered.length)
  const tree = new BestBefore(secondCount, totals)
  let best = -1
  for (const [index, pairing] of ordered.entries()) {
    const before = tree.find(pairing.second)
    previous[index] = before
    totals[index] = worth(pairing) + (totals[before] ?? 0)
    tree.offer(pairing.second, index)
    if (best === -1 || (totals[index] ?? 0) > (totals[best] ?? 0)) best = index
  }
  const chain: Pairing[] = []
  for (let index = best; index !== -1; index = previous[index] ?? -1) {
    const pairing = ordered[index]
    if (pairing !== undefined) chain.push(pairing)
  }
  return chain.reverse()
}

/** A Fenwick tree: the best chain that ends before a position. */
class BestBefore {
  readonly #best: Int32Array
  readonly #totals: Float64Array

  /** `totals` holds the worth of each chain by its index. */
  constructor(size: number, totals: Float64Array) {
    this.#best = new Int32Array(size + 2).fill(-1)
    this.#totals = totals
  }

  /** The index of the best chain that ends before `position`, or -1. */
  find(position: number): number {
    let found = -1
    for (let node = position; node > 0; node -= node & -node) {
      found = this.#better(found, this.#best[node] ?? -1)
    }
    return found
  }

  /** Adds the chain `index`, which ends at `position`. */
  offer(position: number, index: number): void {
    for (let node = position + 1; node < this.#best.length; node += node & -node) {
      this.#best[node] = this.#better(this.#best[node] ?? -1, index)
    }
  }

  #better(one: number, other: number): number {
    if (one === -1 || other === -1) return Math.max(one, other)
    return (this.#totals[other] ?? 0) > (this.#totals[one] ?? 0) ? other : one
  }
}
