/**
 * Keeps a run within its cost limit: an answer is requested only if the money spent, that of the requests under way and
 * its own expected cost stay within the limit. The expected cost of a model is the average so far, at first the estimate.
 */
export class CostGuard {
  readonly #limitUsd: number | null
  readonly #estimates: readonly number[]
  readonly #seen = new Map<number, { count: number; sumUsd: number }>()
  #spentUsd: number
  #reservedUsd = 0

  /** `estimates` are US dollars per answer, by model; zero where the price is unknown. */
  constructor(options: { limitUsd: number | null; spentUsd: number; estimates: readonly number[] }) {
    this.#limitUsd = options.limitUsd
    this.#spentUsd = options.spentUsd
    this.#estimates = options.estimates
  }

  /** Reserves the cost of an answer; null when the limit does not allow it. The result gives the reservation back. */
  reserve(model: number): (() => void) | null {
    const expected = this.#expectedUsd(model)
    const total = this.#spentUsd + this.#reservedUsd
    if (this.#limitUsd !== null && (total >= this.#limitUsd || total + expected > this.#limitUsd)) return null
    this.#reservedUsd += expected
    return () => {
      this.#reservedUsd -= expected
    }
  }

  /** Counts what an answer, or a request without one, has cost. */
  spend(model: number, costUsd: number, isAnswer: boolean): void {
    this.#spentUsd += costUsd
    if (!isAnswer) return
    const { count = 0, sumUsd = 0 } = this.#seen.get(model) ?? {}
    this.#seen.set(model, { count: count + 1, sumUsd: sumUsd + costUsd })
  }

  #expectedUsd(model: number): number {
    const seen = this.#seen.get(model)
    return seen === undefined ? (this.#estimates[model] ?? 0) : seen.sumUsd / seen.count
  }
}
