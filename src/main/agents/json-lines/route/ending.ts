import type { Clock } from '../../../base/clock'
import type { AgentProcess } from '../../agent-process'

/** How long a program may stay on after its turn, or its output, is over. */
const leaveMs = 2_000

/** Sees to it that a program ends: at once when the turn is stopped, else when it does not leave by itself. */
export class Ending {
  readonly #process: AgentProcess
  readonly #clock: Clock
  #cancelTimer: (() => void) | null = null
  #hasBegun = false
  #isOver = false

  constructor(process: AgentProcess, clock: Clock) {
    this.#process = process
    this.#clock = clock
  }

  /** Whether it had to be ended. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Ends it: asked by a line, or else by a signal. */
  begin(line: string | null): void {
    this.#stopWaiting()
    this.#hasBegun = true
    const { stdin } = this.#process
    // Whoever started it waits for the same ending.
    void this.#process.end(line === null ? undefined : () => void stdin.write(line))
  }

  /** From now on it is about to leave. */
  expect(): void {
    if (this.#hasBegun || this.#isOver || this.#cancelTimer !== null) return
    this.#cancelTimer = this.#clock.after(leaveMs, () => this.begin(null))
  }

  /** Nothing is seen to any more: whoever started the program ends it. */
  close(): void {
    this.#isOver = true
    this.#stopWaiting()
  }

  #stopWaiting(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }
}
