import type { Pairing } from './candidates'

/**
 * The pairings with the greatest total worth of which none crosses another: the alignment of Needleman and Wunsch
 * without a penalty for gaps, found from the candidates alone in O(n log n) instead of from a matrix.
 */
export function bestChain(
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
