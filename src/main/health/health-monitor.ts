import type { FatalError, Health, HealthStatus } from '../../shared/health'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { ErrorSink } from '../base/error-sink'
import type { Log } from '../base/log'
import { redactText } from '../base/redaction'
import type { CheckDefinition } from './check-runner'
import { CheckRunner } from './check-runner'
import { FatalErrors, toFatalError } from './fatal-errors'
import type { LatenessMeter } from './lateness'
import { createLatenessMeter } from './lateness'

/** Answers younger than this are given again instead of asking every part anew. */
const freshForMs = 100

/**
 * Knows how the app is. Services push into it as an `ErrorSink`; their checks are registered from outside, so that
 * it knows no service. It answers also when all of them are broken.
 */
export class HealthMonitor implements ErrorSink {
  readonly #bootId: string
  readonly #pid: number
  readonly #clock: Clock
  readonly #log: Log
  readonly #startedAtMs: number
  readonly #lateness: LatenessMeter
  readonly #fatalErrors = new FatalErrors()
  readonly #checks = new Set<CheckRunner>()
  readonly #changed = new Emitter<HealthStatus>()
  #isReady = false
  #lastStatus: HealthStatus = 'starting'
  #refreshing: Promise<void> | null = null
  #refreshedAtMs = -Infinity

  constructor(options: { bootId: string; pid: number; clock: Clock; log: Log }) {
    this.#bootId = options.bootId
    this.#pid = options.pid
    this.#clock = options.clock
    this.#log = options.log
    this.#startedAtMs = options.clock.monotonic()
    this.#lateness = createLatenessMeter(options.clock)
  }

  /** Latches `degraded` for this boot and keeps the error. */
  fatal(source: string, error: unknown): void {
    this.#keepFatal(toFatalError(source, error, this.#clock.now()))
  }

  /** The same for an error that a window described. */
  fatalInWindow(error: Omit<FatalError, 'at'>): void {
    this.#keepFatal({
      ...error,
      message: redactText(error.message),
      stack: redactText(error.stack),
      at: this.#clock.now(),
    })
  }

  warning(source: string, error: unknown): void {
    this.#log.warn('warning', { source, error })
  }

  /** Adds a check; its first outcome is asked for at once. */
  addCheck(check: CheckDefinition): Dispose {
    const runner = new CheckRunner(check, {
      clock: this.#clock,
      onChanged: () => {
        this.#log.info('health check changed', { check: runner.last })
        this.#tellIfChanged()
      },
    })
    this.#checks.add(runner)
    void runner.refresh()
    return () => {
      this.#checks.delete(runner)
      runner.dispose()
      this.#tellIfChanged()
    }
  }

  /** Everything is built and can serve: `starting` is over. */
  markReady(): void {
    this.#isReady = true
    this.#tellIfChanged()
  }

  /** Called with the new status whenever it changed. */
  onChanged(listener: (status: HealthStatus) => void): Dispose {
    return this.#changed.on(listener)
  }

  /** What is known now, without waiting for anything; the checks are asked again in the background. */
  health(): Health {
    void this.refresh()
    return this.#snapshot()
  }

  /** Asks every check, each up to its deadline, and answers with what is known then. Never rejects. */
  async refresh(): Promise<Health> {
    if (this.#refreshing === null && this.#clock.monotonic() - this.#refreshedAtMs < freshForMs) {
      return this.#snapshot()
    }
    await (this.#refreshing ??= this.#refreshChecks())
    return this.#snapshot()
  }

  dispose(): void {
    this.#lateness.dispose()
    for (const runner of this.#checks) runner.dispose()
    this.#checks.clear()
  }

  async #refreshChecks(): Promise<void> {
    await Promise.all([...this.#checks].map((runner) => runner.refresh()))
    this.#refreshedAtMs = this.#clock.monotonic()
    this.#refreshing = null
  }

  #keepFatal(error: FatalError): void {
    this.#fatalErrors.add(error)
    this.#log.error('fatal', { error })
    this.#tellIfChanged()
  }

  #status(): HealthStatus {
    const isFailing = [...this.#checks].some((runner) => runner.last.status === 'failing')
    if (this.#fatalErrors.count > 0 || isFailing) return 'degraded'
    return this.#isReady ? 'ok' : 'starting'
  }

  #tellIfChanged(): void {
    const status = this.#status()
    if (status === this.#lastStatus) return
    this.#lastStatus = status
    this.#changed.fire(status)
  }

  #snapshot(): Health {
    return {
      status: this.#status(),
      bootId: this.#bootId,
      pid: this.#pid,
      uptimeMs: Math.round(this.#clock.monotonic() - this.#startedAtMs),
      lateMs: this.#lateness.lateMs(),
      fatalErrorCount: this.#fatalErrors.count,
      fatalErrors: this.#fatalErrors.list(),
      checks: [...this.#checks].map((runner) => runner.last),
    }
  }
}
