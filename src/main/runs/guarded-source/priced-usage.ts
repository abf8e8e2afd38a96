import { knownCost, withLaterUsage } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'
import { type Charges, type Cost, costFields, type CostOf, reportedCost } from '../../run-source/cost'

/** Adds the cost to a run's usage, unless its source has done so. */
export class PricedUsage {
  readonly #costOf: CostOf
  #usage: Usage = {}
  #charges: Charges = {}
  #said: Cost | null = null
  #hasUnknown = false

  constructor(costOf: CostOf | undefined) {
    this.#costOf = costOf ?? ((_usage, charges = {}) => Promise.resolve(reportedCost(charges)))
  }

  /** The run has sent a request that was lost: its provider may charge for it, but nobody knows how much. */
  addUnknown(): void {
    this.#hasUnknown = true
  }

  /** Adds the cost of everything counted so far. Some providers report usage in several steps. */
  async price(counted: Usage, charges: Charges = {}): Promise<Usage> {
    const { costUsd: _cost, leastCostUsd: _leastCost, ...counts } = counted
    this.#usage = withLaterUsage(this.#usage, counts)
    this.#charges = { ...this.#charges, ...charges }
    const said = knownCost(counted)
    if (!hasCounts(counts) && Object.keys(charges).length === 0 && said === null) return counts
    // What was counted since the source named a cost may have cost more.
    this.#said = said ?? (this.#said && { ...this.#said, isAtLeast: true })
    const cost = this.#said ?? (await this.#costOf(this.#usage, this.#charges))
    if (cost === null) return counts
    const isAtLeast = cost.isAtLeast || (this.#hasUnknown && cost.usd > 0)
    return { ...counts, ...costFields({ ...cost, isAtLeast }) }
  }
}

/** Whether there are counts. A usage with only a model name has an unknown cost, not a cost of zero. */
function hasCounts({ model: _answered, ...counts }: Usage): boolean {
  return Object.keys(counts).length > 0
}
