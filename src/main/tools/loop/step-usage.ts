import { knownCost, tokenCounts, withLaterUsage } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'
import { type Charges, type Cost, costFields, type CostOf, reportedCost } from '../../run-source/cost'

/**
 * Adds up the usage of the requests of one answer. Each request has its own price, which may depend on its length. The
 * cost of the answer is known only if that of every request is; otherwise the answer has cost at least the rest.
 */
export class StepUsage {
  readonly #costOf: CostOf
  readonly #isFree: boolean
  #before: Usage = {}
  #knownUsd = 0
  #isAtLeast = false
  #step: Usage = {}
  #charges: Charges = {}

  /** `isFree`: requests cost nothing, whether or not they are counted. */
  constructor(costOf: CostOf | undefined, { isFree = false }: { isFree?: boolean | undefined } = {}) {
    this.#costOf = costOf ?? ((_usage, charges = {}) => Promise.resolve(reportedCost(charges)))
    this.#isFree = isFree
  }

  /** The known cost of the requests that have ended, in US dollars. */
  get costUsd(): number {
    return this.#knownUsd
  }

  /** The usage of the answer with the counts of the current request, which may arrive in several events. */
  async add(counted: Usage, charges: Charges = {}): Promise<Usage> {
    this.#step = withLaterUsage(this.#step, counted)
    this.#charges = { ...this.#charges, ...charges }
    return this.#total(await this.#cost())
  }

  /**
   * The usage of the answer now that another request is sent: its cost is unknown until its provider counts it. Null if
   * that changes nothing.
   */
  startStep(): Usage | null {
    if (this.#isFree || this.#knownUsd === 0) return null
    return { ...this.#before, ...costFields({ usd: this.#knownUsd, isAtLeast: true }) }
  }

  /** The current request has ended. `mayHaveCost`: its provider may charge for it even if it counted nothing. */
  async endStep({ mayHaveCost }: { mayHaveCost: boolean }): Promise<void> {
    const cost = await this.#cost()
    this.#before = this.#counts()
    this.#knownUsd += cost?.usd ?? 0
    this.#isAtLeast ||= cost === null ? mayHaveCost || hasCounts(this.#step) : cost.isAtLeast
    this.#step = {}
    this.#charges = {}
  }

  async #cost(): Promise<Cost | null> {
    const isCounted = hasCounts(this.#step) || Object.keys(this.#charges).length > 0
    const said = knownCost(this.#step)
    if (said !== null || !isCounted) return said ?? (this.#isFree ? { usd: 0, isAtLeast: false } : null)
    return this.#costOf(this.#step, this.#charges)
  }

  #counts(): Usage {
    const { costUsd: _cost, leastCostUsd: _leastCost, ...total } = { ...this.#before, ...this.#step }
    for (const count of tokenCounts) {
      const sum = (this.#before[count] ?? 0) + (this.#step[count] ?? 0)
      if (this.#before[count] !== undefined || this.#step[count] !== undefined) total[count] = sum
    }
    return total
  }

  #total(step: Cost | null): Usage {
    const isUnknown = step === null && hasCounts(this.#step)
    const isNothing = step === null && !isUnknown && this.#knownUsd === 0
    if (isNothing) return this.#counts()
    const isAtLeast = this.#isAtLeast || isUnknown || step?.isAtLeast === true
    return { ...this.#counts(), ...costFields({ usd: this.#knownUsd + (step?.usd ?? 0), isAtLeast }) }
  }
}

function hasCounts(step: Usage): boolean {
  return tokenCounts.some((count) => step[count] !== undefined)
}
