import { isDelta, type RunEventBody } from '../../../shared/runs/events'
import { type GrowthPoint, maxGrowthPoints, withGrowthPoint } from '../../../shared/sessions/growth'
import type { Metrics, StoppedCall, ToolMetrics } from '../../../shared/sessions/messages'
import type { GuardedEvent, ToolWatch } from '../../run-source/run-source'
import type { Clock } from '../../base/clock'

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

interface RunningCall {
  name: string
  endedAt: number | null
}

/** Measures the steps and calls of an answer whose model has tools, and what a stop interrupted. */
export class ToolTimes implements ToolWatch {
  readonly #clock: Clock
  readonly #onAsked: () => void
  readonly #onCalls: (areRunning: boolean) => void
  readonly #running = new Map<string, string>()
  readonly #callIds = new Set<string>()
  /** The calls that were running when the run was stopped; null until then. */
  #stopped: Map<string, RunningCall> | null = null
  #steps = 0
  #areUnsupported = false
  #toolMs = 0
  #toolsSince = 0
  #earlierMs = 0
  /** When the last request to the model ended; null while one is running. */
  #idleSince: number | null = null

  constructor(
    clock: Clock,
    { onStep, onCalls }: { onStep: () => void; onCalls: (areRunning: boolean) => void },
  ) {
    this.#clock = clock
    this.#onAsked = onStep
    this.#onCalls = onCalls
  }

  onStep(isAsking: boolean): void {
    const now = this.#clock.monotonic()
    if (!isAsking) {
      this.#idleSince = now
      return
    }
    this.#steps += 1
    this.#onAsked()
    if (this.#idleSince !== null) this.#earlierMs += now - this.#idleSince
    this.#idleSince = null
  }

  onCalls(areRunning: boolean): void {
    this.#onCalls(areRunning)
  }

  onCallStarted({ toolCallId, name }: { toolCallId: string; name: string }): void {
    if (this.#running.size === 0) this.#toolsSince = this.#clock.monotonic()
    this.#running.set(toolCallId, name)
    this.#callIds.add(toolCallId)
  }

  onCallEnded(toolCallId: string): void {
    if (!this.#running.delete(toolCallId)) return
    const now = this.#clock.monotonic()
    if (this.#running.size === 0) this.#toolMs += now - this.#toolsSince
    const stopped = this.#stopped?.get(toolCallId)
    if (stopped !== undefined) stopped.endedAt = now
  }

  onUnsupported(): void {
    this.#areUnsupported = true
  }

  /** The run is being stopped. */
  noteStop(): void {
    this.#stopped = new Map([...this.#running].map(([id, name]) => [id, { name, endedAt: null }]))
  }

  /** The calls that the stop interrupted, with the time since `requestedAt` on the monotonic clock. */
  stopped(requestedAt: number): StoppedCall[] {
    return [...(this.#stopped ?? [])].map(([toolCallId, { name, endedAt }]) => ({
      toolCallId,
      name,
      endedMs: endedAt === null ? null : Math.max(0, endedAt - requestedAt),
    }))
  }

  get #waitedMs(): number {
    return this.#earlierMs + (this.#idleSince === null ? 0 : this.#clock.monotonic() - this.#idleSince)
  }

  /** Null if the model was given no tools. */
  metrics(): ToolMetrics | null {
    if (this.#steps === 0 && !this.#areUnsupported) return null
    const open = this.#running.size === 0 ? 0 : this.#clock.monotonic() - this.#toolsSince
    return {
      steps: Math.max(1, this.#steps),
      calls: this.#callIds.size,
      durationMs: this.#toolMs + open,
      waitedMs: this.#waitedMs,
      ...(this.#areUnsupported ? { areUnsupported: true } : {}),
    }
  }
}
