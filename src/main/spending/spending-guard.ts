import { isDeepStrictEqual } from 'node:util'

import { failure } from '../../shared/failures/failure'
import { type SpendingLimits, type SpendingMark, spendingPeriods } from '../../shared/spending/spending'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { ErrorSink } from '../errors/error-sink'
import type { SpendingTotals } from '../store/spending/spending-ledger'
import { dayAfter, dayOf, firstOfMonth, monthOf, startOfDay } from './local-days'

/** Limit on the models that a mark names. */
const namedModels = 3

/**
 * Compares what was spent today and this month with the user's limits. Requests of unknown cost count with the average of
 * their model.
 */
export class SpendingGuard {
  readonly #deps: {
    totals: Pick<SpendingTotals, 'sums' | 'unpriced'>
    limits: () => SpendingLimits
    clock: Clock
    errors: ErrorSink
  }
  readonly #changed = new Emitter<readonly SpendingMark[]>()
  #marks: readonly SpendingMark[] = []
  #cancelTimer: Dispose | null = null

  constructor(deps: {
    totals: Pick<SpendingTotals, 'sums' | 'unpriced'>
    limits: () => SpendingLimits
    clock: Clock
    errors: ErrorSink
  }) {
    this.#deps = deps
  }

  /** The warnings and limits that are reached, as of the last `refresh`. */
  get marks(): readonly SpendingMark[] {
    return this.#marks
  }

  /** Calls `listener` when a warning or limit is reached, or no longer is. */
  onChanged(listener: (marks: readonly SpendingMark[]) => void): Dispose {
    return this.#changed.on(listener)
  }

  /**
   * `alsoSpentUsd`: what an answer that is still being written has cost so far.
   * @throws LIMIT_REACHED nothing more may be spent today, or this month
   */
  assertWithin(alsoSpentUsd = 0): void {
    const reached = this.#reached(alsoSpentUsd).find(({ kind }) => kind === 'limit')
    if (reached === undefined) return
    const { period, limitUsd } = reached
    throw failure('LIMIT_REACHED', period, { limitUsd })
  }

  /** The rest of the budget in US dollars; null without a limit, or if the store cannot tell. */
  remainingUsd(): number | null {
    const { dayLimitUsd, monthLimitUsd } = this.#deps.limits()
    if (dayLimitUsd === null && monthLimitUsd === null) return null
    const spent = this.#sumsIfReadable()
    if (spent === null) return null
    const today = (dayLimitUsd ?? Infinity) - spent.day
    return Math.max(0, Math.min(today, (monthLimitUsd ?? Infinity) - spent.month))
  }

  /** Checks again, because something was spent or a limit was changed. */
  refresh(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const { clock, errors } = this.#deps
    try {
      const marks = [...this.#reached(), ...this.#unpriced()]
      if (marks.length > 0) {
        // A daily limit ends at midnight, even if nothing else happens.
        const midnight = startOfDay(dayAfter(dayOf(clock.now())))
        this.#cancelTimer = clock.after(midnight - clock.now() + 1, () => this.refresh())
      }
      if (isDeepStrictEqual(marks, this.#marks)) return
      this.#marks = marks
      this.#changed.fire(marks)
    } catch (error) {
      errors.warning('spending', error)
    }
  }

  dispose(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  /** Says which requests the shortest limited period does not cover. */
  #unpriced(): SpendingMark[] {
    const { dayLimitUsd, dayWarningUsd, monthLimitUsd, monthWarningUsd } = this.#deps.limits()
    const limits = { day: dayLimitUsd ?? dayWarningUsd, month: monthLimitUsd ?? monthWarningUsd }
    if (limits.day === null && limits.month === null) return []
    const day = dayOf(this.#deps.clock.now())
    const starts = { day: startOfDay(day), month: startOfDay(firstOfMonth(day)) }
    const unpriced = this.#deps.totals.unpriced(starts)
    for (const period of spendingPeriods) {
      const limitUsd = limits[period]
      const models = unpriced.filter(({ at }) => at >= starts[period])
      if (limitUsd === null || models.length === 0) continue
      const shown = models.flatMap(({ model, isHidden }) => (isHidden ? [] : [model])).slice(0, namedModels)
      const when = period === 'day' ? day : monthOf(day)
      return [{ kind: 'unpriced', period, limitUsd, when, models: shown }]
    }
    return []
  }

  #sumsIfReadable() {
    try {
      return this.#sums()
    } catch (error) {
      this.#deps.errors.warning('spending', error)
      return null
    }
  }

  #sums() {
    const day = dayOf(this.#deps.clock.now())
    return this.#deps.totals.sums({ day: startOfDay(day), month: startOfDay(firstOfMonth(day)) })
  }

  /** If the limit of a period is reached, a warning about the same period would only repeat it. */
  #reached(alsoSpentUsd = 0): SpendingMark[] {
    const { dayLimitUsd, dayWarningUsd, monthLimitUsd, monthWarningUsd } = this.#deps.limits()
    const isLimited = [dayLimitUsd, dayWarningUsd, monthLimitUsd, monthWarningUsd].some((usd) => usd !== null)
    if (!isLimited) return []
    const sums = this.#sums()
    const spent = { day: sums.day + alsoSpentUsd, month: sums.month + alsoSpentUsd }
    const day = dayOf(this.#deps.clock.now())
    const settings = {
      day: { limit: dayLimitUsd, warning: dayWarningUsd, when: day },
      month: { limit: monthLimitUsd, warning: monthWarningUsd, when: monthOf(day) },
    }
    return spendingPeriods.flatMap((period): SpendingMark[] => {
      const { limit, warning, when } = settings[period]
      if (limit !== null && spent[period] >= limit) return [{ kind: 'limit', period, limitUsd: limit, when }]
      if (warning !== null && spent[period] > warning) {
        return [{ kind: 'warning', period, limitUsd: warning, when }]
      }
      return []
    })
  }
}
