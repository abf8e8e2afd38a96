import { ParleyError } from '../../shared/errors'
import type { HealthCheck, ProblemError } from '../../shared/app/health'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { startGrantedDeadline } from '../base/granted-time'
import { redactText } from '../base/redaction'
import { stackWithCauses } from './fatal-errors'

/** No check is waited for longer than this, however late main runs. */
const longestMs = 10_000

/** What one look at a part of the app found. */
export interface CheckOutcome {
  status: HealthCheck['status']
  detail: string
  stack?: string
  error?: ProblemError
}

/** The outcome of a look that an error ended, without the secrets that it may quote. */
export function failingOutcome(error: unknown): CheckOutcome {
  if (!(error instanceof Error)) return { status: 'failing', detail: redactText(String(error)) }
  return {
    status: 'failing',
    detail: redactText(`${error.name}: ${error.message}`),
    stack: redactText(stackWithCauses(error)),
    error: problemErrorOf(error),
  }
}

/** A refusal for want of a broken part stands for the error that broke it. */
function problemErrorOf(error: Error): ProblemError {
  const { name } = error
  const message = redactText(error.message)
  if (!(error instanceof ParleyError)) return { name, message }
  if (error.code === 'DEGRADED' && error.cause instanceof Error) return problemErrorOf(error.cause)
  const reason = error.data?.['reason']
  return { name, message, code: error.code, ...(typeof reason === 'string' ? { reason } : {}) }
}

/** One part of the app that health asks. `run` may throw: that is a failing check too. */
export interface CheckDefinition {
  id: string
  run(): CheckOutcome | Promise<CheckOutcome>
  /** How long `run` may take before the check counts as failing, not counting delays of main; 100 ms when absent. */
  deadlineMs?: number
  /** For a part that knows by itself when its outcome changes. */
  onOutcome?(listener: (outcome: CheckOutcome) => void): Dispose
}

/** Keeps the last outcome of one check, and never has more than one `run` of it under way. */
export class CheckRunner {
  readonly #check: CheckDefinition
  readonly #clock: Clock
  readonly #onChanged: () => void
  #last: HealthCheck
  #underWay: Promise<void> | null = null
  #isLetGo = false
  readonly #unsubscribe: Dispose

  constructor(check: CheckDefinition, options: { clock: Clock; onChanged: () => void }) {
    this.#check = check
    this.#clock = options.clock
    this.#onChanged = options.onChanged
    this.#last = { id: check.id, status: 'n/a', detail: 'not asked yet', sinceMs: options.clock.now() }
    this.#unsubscribe = check.onOutcome?.((outcome) => this.#keep(outcome)) ?? (() => {})
  }

  /** The newest outcome that is known. */
  get last(): HealthCheck {
    return this.#last
  }

  /**
   * Looks now and settles when there is an outcome or the deadline has passed. A look that is under way is waited for
   * first, up to the same deadline: it may have begun before what the caller wants to know of. Never rejects.
   */
  async refresh(): Promise<void> {
    if (this.#underWay !== null && !(await this.#endsInTime(this.#underWay))) return
    if (this.#isLetGo) return
    // Not in `#run` itself: a check that throws at once would be over before it counts as under way.
    this.#underWay ??= this.#run().finally(() => {
      this.#underWay = null
    })
    await this.#endsInTime(this.#underWay)
  }

  /** Lets go of the part: it is not asked any more. */
  dispose(): void {
    this.#isLetGo = true
    this.#unsubscribe()
  }

  /** Whether `run` ended before the deadline; the check is failing when it did not. */
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
