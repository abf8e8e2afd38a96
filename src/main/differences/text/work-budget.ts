import type { Clock } from '../../base/clock'

/** Clock readings cost more than the steps between them. */
const stepsPerReading = 500

/** Limits the time of one comparison. Work that finds it spent stops and returns what it has. */
export class WorkBudget {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #deadlineMs: number
  #stepsToReading = 0
  #isCut = false

  constructor(clock: Pick<Clock, 'monotonic'>, budgetMs: number) {
    this.#clock = clock
    this.#deadlineMs = clock.monotonic() + budgetMs
  }

  /** True if something was left out. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Notes that something was left out. */
  cut(): void {
    this.#isCut = true
  }

  /** Counts `steps` of work. False when the time is up. */
  allows(steps = 1): boolean {
    this.#stepsToReading -= steps
    if (this.#stepsToReading > 0) return true
    this.#stepsToReading = stepsPerReading
    if (this.#clock.monotonic() < this.#deadlineMs) return true
    this.#stepsToReading = 0
    this.#isCut = true
    return false
  }
}
