import type { Clock } from '../../../base/clock'
import type { AgentProcess } from '../../agent-process'

/** How long a program may keep running after the end of its turn or its output. */
const leaveMs = 2_000

/** Ends a program: immediately when the turn is stopped, else when it does not exit on its own. */
export class ProgramShutdown {
  readonly #process: AgentProcess
  readonly #clock: Clock
  #cancelTimer: (() => void) | null = null
  #hasBegun = false
  #isOver = false

  constructor(process: AgentProcess, clock: Clock) {
    this.#process = process
    this.#clock = clock
  }

  /** Whether the program had to be ended. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Ends it, first by a line, or else by a signal. */
  begin(line: string | null): void {
    this.#stopWaiting()
    this.#hasBegun = true
    const { stdin } = this.#process
    // The caller that started it waits for the same ending.
    void this.#process.end(line === null ? undefined : () => void stdin.write(line))
  }

  /** The program is about to exit. */
  expect(): void {
    if (this.#hasBegun || this.#isOver || this.#cancelTimer !== null) return
    this.#cancelTimer = this.#clock.after(leaveMs, () => this.begin(null))
  }

  /** Stops watching. The caller that started the program ends it. */
  close(): void {
    this.#isOver = true
    this.#stopWaiting()
  }

  #stopWaiting(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }
}
