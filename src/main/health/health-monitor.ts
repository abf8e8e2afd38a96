import type {
  FatalError,
  Health,
  HealthCheck,
  HealthProblem,
  HealthStatus,
  ProblemPart,
} from '../../shared/app/health'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { ErrorSink } from '../errors/error-sink'
import type { Log } from '../base/log'
import { redactText } from '../base/redaction/redaction'
import { type CheckDefinition, CheckRunner } from './check-runner'
import { FatalErrors, toFatalError } from './fatal-errors'

/** The interval at which a failed part is checked for recovery. */
const askAgainMs = 5_000
/** Repeated errors of a known problem are coalesced for this long before windows are notified. */
const countDelayMs = 250

const lagIntervalMs = 250

/** The app's health, as sent to windows. */
export interface HealthReport {
  status: HealthStatus
  problems: HealthProblem[]
}

/**
 * Knows the app's health. Services push into it as an `ErrorSink`; their checks are registered from outside, so it
 * knows no service. It answers even when all of them are broken.
 */
export class HealthMonitor implements ErrorSink {
  readonly #bootId: string
  readonly #pid: number
  readonly #clock: Clock
  readonly #log: Log
  readonly #startedAtMs: number
  readonly #lateness: EventLoopLagMeter
  readonly #fatalErrors = new FatalErrors()
  readonly #checks = new Set<CheckRunner>()
  readonly #problems = new HealthProblems()
  readonly #changed = new Emitter<HealthReport>()
  #isReady = false
  #lastNotified = 'starting\n'
  #cancelCount: Dispose | null = null
  #cancelRound: Dispose

  constructor(options: { bootId: string; pid: number; clock: Clock; log: Log }) {
    this.#bootId = options.bootId
    this.#pid = options.pid
    this.#clock = options.clock
    this.#log = options.log
    this.#startedAtMs = options.clock.monotonic()
    this.#lateness = createEventLoopLagMeter(options.clock)
    this.#cancelRound = this.#planRound()
  }

  /** Latches `degraded` for this boot and keeps the error. */
  fatal(source: string, error: unknown): void {
    this.#keepFatal(toFatalError(source, error, this.#clock.now()))
  }

  /** Latches an error that a window reported. */
  fatalInWindow(error: Omit<FatalError, 'at'>): void {
    this.#keepFatal({
      ...error,
      message: redactText(error.message),
      stack: redactText(error.stack),
      ...(error.componentStack === undefined ? {} : { componentStack: redactText(error.componentStack) }),
      at: this.#clock.now(),
    })
  }

  warning(source: string, error: unknown): void {
    this.#log.warn('warning', { source, error })
  }

  /** Adds a check and runs it once at once. */
  addCheck(check: CheckDefinition): Dispose {
    const runner = new CheckRunner(check, {
      clock: this.#clock,
      onChanged: () => {
        this.#log.info('health check changed', { check: runner.last })
        this.#notifyIfChanged()
      },
    })
    this.#checks.add(runner)
    void runner.refresh()
    return () => {
      this.#checks.delete(runner)
      runner.dispose()
      this.#notifyIfChanged()
    }
  }

  /** Everything is built and can serve: ends `starting`. */
  markReady(): void {
    this.#isReady = true
    this.#notifyIfChanged()
  }

  /** Calls `listener` when the status or a problem changes, and shortly after repeated errors. */
  onChanged(listener: (report: HealthReport) => void): Dispose {
    return this.#changed.on(listener)
  }

  /** The report that windows get now. */
  report(): HealthReport {
    return { status: this.#status(), problems: this.#problems.list(this.#lastChecks()) }
  }

  /** Returns the state known now, without waiting; the checks run again in the background. */
  health(): Health {
    void this.refresh()
    return this.#snapshot()
  }

  /** Runs every check, each up to its deadline, and answers with what is known then. Never rejects. */
  async refresh(): Promise<Health> {
    await Promise.all([...this.#checks].map((runner) => runner.refresh()))
    return this.#snapshot()
  }

  dispose(): void {
    this.#lateness.dispose()
    this.#cancelRound()
    this.#cancelCount?.()
    for (const runner of this.#checks) runner.dispose()
    this.#checks.clear()
  }

  /** Healthy parts are checked only on request, so that an idle app lets the disk sleep. */
  #planRound(): Dispose {
    return this.#clock.after(askAgainMs, () => {
      for (const runner of this.#checks) if (runner.last.status === 'failing') void runner.refresh()
      this.#cancelRound = this.#planRound()
    })
  }

  #keepFatal(error: FatalError): void {
    this.#fatalErrors.add(error)
    this.#problems.add(error)
    this.#log.error('fatal', { error })
    this.#notifyIfChanged()
    // A part's own check may report the failure more clearly than the error does.
    this.#cancelCount ??= this.#clock.after(countDelayMs, () => {
      this.#cancelCount = null
      this.#changed.fire(this.report())
      void this.refresh()
    })
  }

  #status(): HealthStatus {
    const isFailing = [...this.#checks].some((runner) => runner.last.status === 'failing')
    if (this.#fatalErrors.count > 0 || isFailing) return 'degraded'
    return this.#isReady ? 'ok' : 'starting'
  }

  #notifyIfChanged(): void {
    const report = this.report()
    const state = `${report.status}\n${problemsKey(report.problems)}`
    if (state === this.#lastNotified) return
    this.#lastNotified = state
    this.#changed.fire(report)
  }

  #snapshot(): Health {
    return {
      status: this.#status(),
      bootId: this.#bootId,
      pid: this.#pid,
      uptimeMs: Math.round(this.#clock.monotonic() - this.#startedAtMs),
      lateMs: this.#lateness.lagMs(),
      fatalErrorCount: this.#fatalErrors.count,
      fatalErrors: this.#fatalErrors.list(),
      checks: this.#lastChecks(),
    }
  }

  #lastChecks(): HealthCheck[] {
    return [...this.#checks].map((runner) => runner.last)
  }
}

/** The event-loop lag: the worst of the last second, or that of the current delay. */
interface EventLoopLagMeter {
  lagMs(): number
  dispose: Dispose
}

/** Measures the lag with a repeating timer: everything else is as late as that timer. */
export function createEventLoopLagMeter(clock: Clock): EventLoopLagMeter {
  const recent: number[] = []
  let dueAtMs = clock.monotonic() + lagIntervalMs
  let cancel = clock.after(lagIntervalMs, tick)

  function tick(): void {
    recent.push(Math.max(0, clock.monotonic() - dueAtMs))
    if (recent.length > 4) recent.shift()
    dueAtMs = clock.monotonic() + lagIntervalMs
    cancel = clock.after(lagIntervalMs, tick)
  }

  return {
    lagMs: () => Math.round(Math.max(0, clock.monotonic() - dueAtMs, ...recent)),
    dispose: () => cancel(),
  }
}

/** A window may report a stack trace of any length; this is enough to copy. */
const maxDetailChars = 20_000

/** The uncaught errors of one source: the first of them, and their number. */
interface Uncaught {
  first: FatalError
  count: number
}

/** Combines failing checks and uncaught errors into the problems shown to the user, one per part. */
class HealthProblems {
  readonly #bySource = new Map<string, Uncaught>()

  add(error: FatalError): void {
    const known = this.#bySource.get(error.source)
    if (known === undefined) this.#bySource.set(error.source, { first: error, count: 1 })
    else known.count += 1
  }

  /** Lists the current problems. Errors of a part whose check fails count towards that failure. */
  list(checks: readonly HealthCheck[]): HealthProblem[] {
    const failing = checks.filter((check) => check.status === 'failing')
    const explained = new Set(failing.map(({ id }) => id))
    const unexplained = [...this.#bySource].filter(([source]) => !explained.has(source))
    return [
      ...failing.map((check) => problemOfCheck(check, this.#bySource.get(check.id))),
      ...problemOfErrors(
        'app',
        unexplained.filter((entry) => !isOfWindow(entry)).map(([, errors]) => errors),
      ),
      ...problemOfErrors(
        'window',
        unexplained.filter(isOfWindow).map(([, errors]) => errors),
      ),
    ]
  }
}

/** Identifies a set of problems: which parts fail and how, but not how often. */
function problemsKey(problems: readonly HealthProblem[]): string {
  return problems.map(({ part, kind, error }) => `${part} ${kind} ${error.code ?? ''}`).join('\n')
}

function isOfWindow([source]: [string, Uncaught]): boolean {
  return source.startsWith('window:')
}

function problemOfCheck(check: HealthCheck, errors: Uncaught | undefined): HealthProblem {
  const error = check.error ?? { name: 'Check', message: check.detail }
  return {
    part: partOf(check.id),
    kind: 'failing',
    error,
    sinceMs: check.sinceMs,
    followedCount: errors === undefined ? 0 : errors.count - 1,
    detail: detailOf(`check ${check.id}`, [
      check.stack ?? check.detail,
      errors === undefined || errors.first.message === error.message ? undefined : errors.first.stack,
    ]),
  }
}

function problemOfErrors(part: 'app' | 'window', errors: readonly Uncaught[]): HealthProblem[] {
  const [earliest] = errors.toSorted((one, other) => one.first.at - other.first.at)
  if (earliest === undefined) return []
  const { first } = earliest
  const count = errors.reduce((sum, entry) => sum + entry.count, 0)
  return [
    {
      part,
      kind: 'uncaught',
      error: { name: first.name, message: first.message },
      sinceMs: first.at,
      followedCount: count - 1,
      detail: detailOf(first.source, [
        first.stack === '' ? `${first.name}: ${first.message}` : first.stack,
        first.componentStack,
      ]),
    },
  ]
}

function partOf(checkId: string): ProblemPart {
  return checkId === 'store' || checkId === 'runs' || checkId === 'window' || checkId === 'disk'
    ? checkId
    : 'app'
}

function detailOf(source: string, traces: readonly (string | undefined)[]): string {
  const known = traces.filter((trace) => trace !== undefined)
  return [source, ...known].join('\n').slice(0, maxDetailChars)
}
