import { tokenCounts } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'

/** The cost in US dollars of what one request used; null if unknown. */
export type CostOfStep = (usage: Usage) => Promise<number | null>

/**
 * Adds up the usage of the requests of one answer. Each request has its own price, which may depend on its length. The
 * cost of the answer is known only if that of every request is.
 */
export class StepUsage {
  readonly #costOf: CostOfStep | undefined
  #before: Usage = {}
  #step: Usage = {}
  #isCostKnown = true
  #costUsd = 0

  constructor(costOf: CostOfStep | undefined) {
    this.#costOf = costOf
  }

  /** What the requests that have ended have cost in US dollars, as far as that is known. */
  get costUsd(): number {
    return this.#costUsd
  }

  /** The usage of the answer with the counts of the current request, which may arrive in several events. */
  async add(counted: Usage): Promise<Usage> {
    this.#step = { ...this.#step, ...counted }
    return this.#total(await this.#priced())
  }

  /** The current request has ended. */
  async endStep(): Promise<void> {
    const step = await this.#priced()
    this.#before = this.#total(step)
    this.#costUsd += step.costUsd ?? 0
    this.#isCostKnown &&= hasKnownCost(step)
    this.#step = {}
  }

  async #priced(): Promise<Usage> {
    if (this.#costOf === undefined || hasKnownCost(this.#step)) return this.#step
    const costUsd = await this.#costOf(this.#step)
    return costUsd === null ? this.#step : { ...this.#step, costUsd }
  }

  #total(step: Usage): Usage {
    const total: Usage = { ...this.#before, ...step }
    for (const count of tokenCounts) {
      const sum = (this.#before[count] ?? 0) + (step[count] ?? 0)
      if (this.#before[count] !== undefined || step[count] !== undefined) total[count] = sum
    }
    delete total.costUsd
    const costUsd = (this.#before.costUsd ?? 0) + (step.costUsd ?? 0)
    const hasCost = this.#before.costUsd !== undefined || step.costUsd !== undefined
    return this.#isCostKnown && hasKnownCost(step) && hasCost ? { ...total, costUsd } : total
  }
}

/** A request without counts has not used anything that is known. */
function hasKnownCost(step: Usage): boolean {
  return step.costUsd !== undefined || tokenCounts.every((count) => step[count] === undefined)
}
