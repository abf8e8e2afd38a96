import type { LineUpModel } from '../../../shared/sets/sets'
import type { StoredRun } from '../../store/sets/set-run-store'
import type { CellSource } from './ask-cell'

/** The user's limit on the total cost. */
export interface SpendingAllowance {
  /** @throws LIMIT_REACHED nothing more may be spent today, or this month */
  assertWithin(): void
  /** The rest of the budget in US dollars; null without a limit. */
  remainingUsd(): number | null
}

/** True if all of these models answer at no cost. One whose provider was removed does not. */
export function areFree(models: readonly LineUpModel[], resolve: (model: string) => CellSource): boolean {
  try {
    return models.every(({ model }) => resolve(model).isFree === true)
  } catch {
    // It will fail again, with its reason, when it is asked.
    return false
  }
}

/** The limit of a run, and what counts towards it. */
export type SpentSoFar = Pick<StoredRun, 'costLimitUsd' | 'spentUsd' | 'lostUsd'>

/**
 * The guard of a run whose models are expected to cost `perAnswer` each; null where the price is unknown. `unpricedUsd`
 * is what its answers of unknown cost are expected to have cost.
 */
export function costGuardOf(
  run: SpentSoFar,
  perAnswer: readonly (number | null)[],
  { unpricedUsd, remainingUsd }: { unpricedUsd: number | null; remainingUsd: () => number | null },
): CostGuard {
  return new CostGuard({
    limitUsd: run.costLimitUsd,
    // Requests of unknown cost may have been charged for.
    spentUsd: run.spentUsd + (run.lostUsd ?? 0) + (unpricedUsd ?? 0),
    estimates: perAnswer,
    remainingUsd,
  })
}

/**
 * Keeps a run within its cost limit. A request is sent only if the money spent, the expected cost of the requests in
 * progress and its own stay within the limit, and if the requests in progress stay within what the user's spending
 * limits allow. The expected cost of a model is its average so far, at first the estimate. A request of unknown cost
 * counts with it.
 */
export class CostGuard {
  readonly #limitUsd: number | null
  readonly #estimates: readonly (number | null)[]
  readonly #remainingUsd: () => number | null
  readonly #seen = new Map<number, { count: number; sumUsd: number }>()
  #spentUsd: number
  #reservedUsd = 0

  /**
   * `estimates` are US dollars per answer, by model; null where the price is unknown. `remainingUsd` is what the spending
   * limits still allow, null without limits.
   */
  constructor(options: {
    limitUsd: number | null
    spentUsd: number
    estimates: readonly (number | null)[]
    remainingUsd?: (() => number | null) | undefined
  }) {
    this.#remainingUsd = options.remainingUsd ?? (() => null)
    this.#limitUsd = options.limitUsd
    this.#spentUsd = options.spentUsd
    this.#estimates = options.estimates
  }

  get reservedUsd(): number {
    return this.#reservedUsd
  }

  /**
   * Reserves the cost of an answer; null when the limit does not allow it. The result gives the reservation back. `share`
   * is the part of the usual price that it costs.
   */
  reserve(model: number, share = 1): (() => void) | null {
    const expected = (this.#expectedUsd(model) ?? 0) * share
    const total = this.#spentUsd + this.#reservedUsd
    if (this.#limitUsd !== null && (total >= this.#limitUsd || total + expected > this.#limitUsd)) return null
    const remaining = this.#remainingUsd()
    if (remaining !== null && (remaining <= 0 || this.#reservedUsd + expected > remaining)) return null
    return this.commit(model, share)
  }

  /** Reserves the cost of a request that has been sent, whatever the limit. */
  commit(model: number, share: number): () => void {
    const expected = (this.#expectedUsd(model) ?? 0) * share
    this.#reservedUsd += expected
    return () => {
      this.#reservedUsd -= expected
    }
  }

  /**
   * Counts a request of unknown cost, which is at least `leastUsd`. Returns what it is expected to have cost; null if no
   * price is known.
   */
  spendUnknown(model: number, leastUsd = 0): number | null {
    const expected = this.#expectedUsd(model)
    const usd = Math.max(expected ?? 0, leastUsd)
    this.#spentUsd += usd
    return expected === null && leastUsd === 0 ? null : usd
  }

  /** Counts what an answer, or a request without one, has cost. `share` as for `reserve`. */
  spend(model: number, costUsd: number, isAnswer: boolean, share = 1): void {
    this.#spentUsd += costUsd
    if (!isAnswer) return
    const { count = 0, sumUsd = 0 } = this.#seen.get(model) ?? {}
    this.#seen.set(model, { count: count + 1, sumUsd: sumUsd + costUsd / share })
  }

  #expectedUsd(model: number): number | null {
    const seen = this.#seen.get(model)
    return seen === undefined ? (this.#estimates[model] ?? null) : seen.sumUsd / seen.count
  }
}
