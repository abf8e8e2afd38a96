import type { Usage } from '../../../shared/sessions/messages'

/** What such a usage of the run's model cost in US dollars; null when that is not known. */
export type CostOf = (usage: Usage) => Promise<number | null>

/** Adds to what a run has used what it cost, where the provider does not say that itself. */
export class PricedUsage {
  readonly #costOf: CostOf | undefined
  #usage: Usage = {}
  #isSaid = false

  constructor(costOf: CostOf | undefined) {
    this.#costOf = costOf
  }

  /** A count that came, with the cost of all that was counted so far: some providers count in several steps. */
  async price(counted: Usage): Promise<Usage> {
    this.#usage = { ...this.#usage, ...counted }
    this.#isSaid ||= counted.costUsd !== undefined
    if (this.#isSaid || this.#costOf === undefined || !hasCounts(counted)) return counted
    const costUsd = await this.#costOf(this.#usage)
    return costUsd === null ? counted : { ...counted, costUsd }
  }
}

/** Whether it says more than which model answered: that alone has no price, least of all none. */
function hasCounts({ model: _answered, ...counts }: Usage): boolean {
  return Object.keys(counts).length > 0
}
