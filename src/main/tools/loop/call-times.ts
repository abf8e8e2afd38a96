import type { Clock } from '../../base/clock'
import type { ToolWatch } from '../../run-source/run-source'

/** Measures calls without the time in which they wait for the user, and reports them to the run. */
export class CallTimes {
  readonly #clock: Clock
  readonly #watch: ToolWatch | undefined
  readonly #calls = new Map<string, { ms: number; since: number | null }>()

  constructor(clock: Clock, watch: ToolWatch | undefined) {
    this.#clock = clock
    this.#watch = watch
  }

  /** The call begins, or continues after it has waited. */
  start(toolCallId: string, name: string): void {
    const { ms = 0 } = this.#calls.get(toolCallId) ?? {}
    this.#calls.set(toolCallId, { ms, since: this.#clock.monotonic() })
    this.#watch?.onCallStarted({ toolCallId, name })
  }

  /** The call has ended, or waits. */
  end(toolCallId: string): void {
    const call = this.#calls.get(toolCallId)
    if (call !== undefined && call.since !== null) {
      this.#calls.set(toolCallId, { ms: call.ms + this.#clock.monotonic() - call.since, since: null })
    }
    this.#watch?.onCallEnded(toolCallId)
  }

  /** How long the call took; null if it was not executed. */
  take(toolCallId: string): number | null {
    const call = this.#calls.get(toolCallId)
    this.#calls.delete(toolCallId)
    return call?.ms ?? null
  }
}
