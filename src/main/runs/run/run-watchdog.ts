import type { Clock } from '../../base/clock'

/** The time limits of a run; 0 means none. */
export interface RunTimeouts {
  /** The longest time without an event or another sign of life. */
  idleMs: number
  /** The longest total time. */
  wallMs: number
}

/** The limits of an agent: a command that it runs may be silent for hours; a provider that is silent has gone. */
export function agentTimeouts(timeouts: RunTimeouts): RunTimeouts {
  return { ...timeouts, idleMs: 0 }
}

/** Ends a run that is silent or takes too long. */
export class RunWatchdog {
  readonly #clock: Clock
  readonly #timeouts: RunTimeouts
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
    this.#timeouts = timeouts
    this.#onExpired = onExpired
    this.#lastSignOfLife = clock.monotonic()
    this.start()
  }

  /** Restarts both limits, even after `dispose`. */
  start(): void {
    this.dispose()
    this.touch()
    const { idleMs, wallMs } = this.#timeouts
    if (idleMs > 0) this.#armIdle(idleMs)
    if (wallMs > 0) this.#cancelWall = this.#clock.after(wallMs, () => this.#onExpired('wall-timeout'))
  }

  /** Records activity. Sets no timer: the current one checks the time when it fires. */
  touch(): void {
    this.#lastSignOfLife = this.#clock.monotonic()
  }

  /** Records an event. If it announces another attempt, the wait until then is not silence. */
  saw(event: { type: string; retryAt?: number | undefined }): void {
    const waitMs = event.retryAt === undefined ? 0 : Math.max(0, event.retryAt - this.#clock.now())
    this.#lastSignOfLife = this.#clock.monotonic() + waitMs
  }

  /** While the run waits for the user or for calls of tools, silence does not end it. */
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
      const remainingMs = this.#timeouts.idleMs - (this.#clock.monotonic() - this.#lastSignOfLife)
      if (remainingMs <= 0) this.#onExpired('idle-timeout')
      else this.#armIdle(remainingMs)
    })
  }
}
