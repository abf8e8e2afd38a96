import type { Usage } from '../../../shared/sessions/messages'

/** The cost in US dollars of this usage with the run's model; null if unknown. */
export type CostOf = (usage: Usage) => Promise<number | null>

/** Adds the cost to a run's usage if the provider does not report it. */
export class PricedUsage {
  readonly #costOf: CostOf | undefined
  #usage: Usage = {}
  #isSaid = false

  constructor(costOf: CostOf | undefined) {
    this.#costOf = costOf
  }

  /** Adds the cost of everything counted so far. Some providers report usage in several steps. */
  async price(counted: Usage): Promise<Usage> {
    this.#usage = { ...this.#usage, ...counted }
    this.#isSaid ||= counted.costUsd !== undefined
    if (this.#isSaid || this.#costOf === undefined || !hasCounts(counted)) return counted
    const costUsd = await this.#costOf(this.#usage)
    return costUsd === null ? counted : { ...counted, costUsd }
  }
}

/** Whether there are counts. A usage with only a model name has an unknown cost, not a cost of zero. */
function hasCounts({ model: _answered, ...counts }: Usage): boolean {
  return Object.keys(counts).length > 0
}
