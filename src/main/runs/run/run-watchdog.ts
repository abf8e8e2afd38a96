import type { Clock } from '../../base/clock'

/** How long a run may take; 0 is for ever. */
export interface RunTimeouts {
  /** Longest time in which nothing comes. */
  idleMs: number
  /** Longest time in all. */
  wallMs: number
}

/** Ends a run that has fallen silent or goes on for too long. */
export class RunWatchdog {
  readonly #clock: Clock
  readonly #idleMs: number
  readonly #onExpired: (reason: 'idle-timeout' | 'wall-timeout') => void
  #lastSignOfLife: number
  #isPaused = false
  #cancelIdle: (() => void) | null = null
  #cancelWall: (() => void) | null = null

  constructor(
    clock: Clock,
    timeouts: RunTimeouts,
    onExpired: (reason: 'idle-timeout' | 'wall-timeout') => void,
  ) {
    this.#clock = clock
    this.#idleMs = timeouts.idleMs
    this.#onExpired = onExpired
    this.#lastSignOfLife = clock.monotonic()
    if (timeouts.idleMs > 0) this.#armIdle(timeouts.idleMs)
    if (timeouts.wallMs > 0) this.#cancelWall = clock.after(timeouts.wallMs, () => onExpired('wall-timeout'))
  }

  /** Something came. Costs no timer: the one that is set looks at this when it fires. */
  touch(): void {
    this.#lastSignOfLife = this.#clock.monotonic()
  }

  /** While somebody else is to act, silence is no reason to end the run. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.touch()
  }

  dispose(): void {
    this.#cancelIdle?.()
    this.#cancelWall?.()
  }

  #armIdle(delayMs: number): void {
    this.#cancelIdle = this.#clock.after(delayMs, () => {
      if (this.#isPaused) this.touch()
      const remainingMs = this.#idleMs - (this.#clock.monotonic() - this.#lastSignOfLife)
      if (remainingMs <= 0) this.#onExpired('idle-timeout')
      else this.#armIdle(remainingMs)
    })
  }
}
