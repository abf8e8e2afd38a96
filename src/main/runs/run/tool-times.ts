import type { StoppedCall, ToolMetrics } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { ToolWatch } from '../../run-source/run-source'

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
