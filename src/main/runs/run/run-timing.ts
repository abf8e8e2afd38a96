import { isDelta, type RunEventBody } from '../../../shared/runs/events'
import { type GrowthPoint, maxGrowthPoints, withGrowthPoint } from '../../../shared/sessions/growth'
import type { Metrics } from '../../../shared/sessions/messages'
import type { GuardedEvent } from '../../run-source/run-source'

/** Measures one run: when it first thought and first wrote, how long it reasoned, how its answer grew. */
export class RunTiming {
  readonly #startedMonotonic: number
  readonly #keepsGrowth: boolean
  #firstDeltaMs: number | null = null
  #firstTextMs: number | null = null
  #deltaCount = 0
  #chars = 0
  #growth: readonly GrowthPoint[] = []
  /** When the current stretch of reasoning started; null without one. */
  #reasoningSinceMs: number | null = null
  /** The source executes its own calls, so a call counts as a first output of the model. */
  #hasSteps = false

  constructor(startedMonotonic: number, { keepsGrowth }: { keepsGrowth: boolean }) {
    this.#startedMonotonic = startedMonotonic
    this.#keepsGrowth = keepsGrowth
  }

  /** A request to a model begins whose calls are executed within the answer. */
  stepBegins(): void {
    this.#hasSteps = true
  }

  /** The event with what only the run can measure: times to the first thought and word, the duration of reasoning. */
  timed(event: GuardedEvent, nowMonotonic: number): RunEventBody {
    const nowMs = nowMonotonic - this.#startedMonotonic
    if (event.type !== 'reasoning-delta') this.#reasoningSinceMs = null
    // What was taken for the first words belongs to the reasoning.
    if (event.type === 'text-was-reasoning') this.#firstTextMs = null
    if (event.type === 'tool-call' && this.#hasSteps) this.#firstDeltaMs ??= nowMs
    if (!isDelta(event)) return event
    const { joined = 1, ...timed } = event
    const isBeforeFirst = this.#firstDeltaMs === null
    // A delta without text only marks reasoning as complete.
    if (event.text !== '') {
      this.#deltaCount += joined
      this.#firstDeltaMs ??= nowMs
      if (isBeforeFirst) timed.ttftMs = nowMs
      this.#grow(nowMs, event.text.length)
    }
    if (timed.type === 'text-delta' && event.text !== '' && this.#firstTextMs === null) {
      this.#firstTextMs = nowMs
      if (!isBeforeFirst) timed.firstTextMs = nowMs
    }
    if (timed.type === 'reasoning-delta') {
      // The time to the first token counts as reasoning, too.
      this.#reasoningSinceMs ??= isBeforeFirst ? 0 : nowMs
      timed.durationMs = nowMs - this.#reasoningSinceMs
      if (timed.providerData !== undefined) this.#reasoningSinceMs = nowMs
    }
    return timed
  }

  /**
   * The metrics of a run that ends now. `outputTokens`: as the provider counts them, if it does. `waitedMs`: how
   * long the model waited for its tools.
   */
  metrics(endedMonotonic: number, outputTokens: number | undefined, waitedMs = 0): Metrics {
    const durationMs = endedMonotonic - this.#startedMonotonic
    const ttftMs = this.#firstDeltaMs
    const firstTextMs = this.#firstTextMs
    const streamedMs = ttftMs === null ? 0 : durationMs - ttftMs - waitedMs
    // Most providers send one token per delta. Their own count is better, if they report one.
    const tokens = outputTokens ?? this.#deltaCount
    const growth = this.#keepsGrowth && this.#chars > 0 ? this.#growthUntil(durationMs) : []
    return {
      ttftMs,
      ...(firstTextMs === null || firstTextMs === ttftMs ? {} : { firstTextMs }),
      tokensPerSecond: streamedMs > 0 && tokens > 1 ? ((tokens - 1) * 1000) / streamedMs : null,
      durationMs,
      ...(growth.length === 0 ? {} : { growth }),
    }
  }

  #grow(nowMs: number, chars: number): void {
    if (!this.#keepsGrowth) return
    // The line starts at the bottom where the first character arrives.
    if (this.#chars === 0) this.#growth = [[Math.round(nowMs), 0]]
    this.#chars += chars
    const point = [Math.round(nowMs), this.#chars] as const
    this.#growth = withGrowthPoint(this.#growth, point, { isLast: false, maxPoints: maxGrowthPoints })
  }

  #growthUntil(durationMs: number): readonly GrowthPoint[] {
    const point = [Math.round(durationMs), this.#chars] as const
    return withGrowthPoint(this.#growth, point, { isLast: true, maxPoints: maxGrowthPoints })
  }
}
