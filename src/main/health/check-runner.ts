import { ParleyError } from '../../shared/errors'
import type { HealthCheck, ProblemError } from '../../shared/app/health'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { startGrantedDeadline } from '../base/granted-time'
import { redactText } from '../base/redaction/redaction'
import { stackWithCauses } from './fatal-errors'

/** No check is awaited longer than this, however late main runs. */
const longestMs = 10_000

/** The result of checking one part of the app. */
export interface CheckOutcome {
  status: HealthCheck['status']
  detail: string
  stack?: string
  error?: ProblemError
}

/** The result of a check that threw, with secrets redacted. */
export function failingOutcome(error: unknown): CheckOutcome {
  if (!(error instanceof Error)) return { status: 'failing', detail: redactText(String(error)) }
  return {
    status: 'failing',
    detail: redactText(`${error.name}: ${error.message}`),
    stack: redactText(stackWithCauses(error)),
    error: problemErrorOf(error),
  }
}

/** If a part was refused because another is broken, report the error that broke that one. */
function problemErrorOf(error: Error): ProblemError {
  const { name } = error
  const message = redactText(error.message)
  if (!(error instanceof ParleyError)) return { name, message }
  if (error.code === 'DEGRADED' && error.cause instanceof Error) return problemErrorOf(error.cause)
  const reason = error.data?.['reason']
  return { name, message, code: error.code, ...(typeof reason === 'string' ? { reason } : {}) }
}

/** A check of one part of the app. The check also fails when `run` throws. */
export interface CheckDefinition {
  id: string
  run(): CheckOutcome | Promise<CheckOutcome>
  /** The time that `run` may take before the check fails, not counting delays of main; 100 ms if absent. */
  deadlineMs?: number
  /** For a part that reports changes of its outcome without being asked. */
  onOutcome?(listener: (outcome: CheckOutcome) => void): Dispose
}

/** Keeps the last outcome of one check, and never runs it twice at once. */
export class CheckRunner {
  readonly #check: CheckDefinition
  readonly #clock: Clock
  readonly #onChanged: () => void
  #last: HealthCheck
  #underWay: Promise<void> | null = null
  #isDisposed = false
  readonly #unsubscribe: Dispose

  constructor(check: CheckDefinition, options: { clock: Clock; onChanged: () => void }) {
    this.#check = check
    this.#clock = options.clock
    this.#onChanged = options.onChanged
    this.#last = { id: check.id, status: 'n/a', detail: 'not asked yet', sinceMs: options.clock.now() }
    this.#unsubscribe = check.onOutcome?.((outcome) => this.#keep(outcome)) ?? (() => {})
  }

  /** The last known outcome. */
  get last(): HealthCheck {
    return this.#last
  }

  /**
   * Runs the check and settles at its outcome or the deadline. If a run is in progress, it is awaited first, up to the
   * same deadline, and the check runs again: the first may have started before the change that the caller asks about.
   * Never rejects.
   */
  async refresh(): Promise<void> {
    if (this.#underWay !== null && !(await this.#endsInTime(this.#underWay))) return
    if (this.#isDisposed) return
    // Outside `#run`: a check that throws at once would settle before it counts as running.
    this.#underWay ??= this.#run().finally(() => {
      this.#underWay = null
    })
    await this.#endsInTime(this.#underWay)
  }

  /** Stops running the check. */
  dispose(): void {
    this.#isDisposed = true
    this.#unsubscribe()
  }

  /** True if `run` ended before the deadline; if not, the check fails. */
  async #endsInTime(run: Promise<void>): Promise<boolean> {
    const deadlineMs = this.#check.deadlineMs ?? 100
    const { promise: tooLate, resolve } = Promise.withResolvers<'too late'>()
    const cancelDeadline = startGrantedDeadline({
      clock: this.#clock,
      limitMs: deadlineMs,
      atMostMs: longestMs,
      onOver: () => resolve('too late'),
    })
    const first = await Promise.race([run, tooLate])
    cancelDeadline()
    if (first !== 'too late') return true
    this.#keep({ status: 'failing', detail: `did not answer within ${deadlineMs} ms` })
    return false
  }

  async #run(): Promise<void> {
    try {
      this.#keep(await this.#check.run())
    } catch (error) {
      this.#keep(failingOutcome(error))
    }
  }

  #keep(outcome: CheckOutcome): void {
    const isSameStatus = this.#last.status === outcome.status
    const isSameError = this.#last.error?.code === outcome.error?.code
    if (isSameStatus && this.#last.detail === outcome.detail) return
    this.#last = {
      id: this.#check.id,
      ...outcome,
      sinceMs: isSameStatus ? this.#last.sinceMs : this.#clock.now(),
    }
    if (!isSameStatus || !isSameError) this.#onChanged()
  }
}
