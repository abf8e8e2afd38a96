import type { HealthCheck } from '../../shared/health'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'

/** What one look at a part of the app found. */
export interface CheckOutcome {
  status: HealthCheck['status']
  detail: string
}

/** One part of the app that health asks. `run` may throw: that is a failing check too. */
export interface CheckDefinition {
  id: string
  run(): CheckOutcome | Promise<CheckOutcome>
  /** How long `run` may take before the check counts as failing; 100 ms when absent. */
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

  /** Asks now and settles when there is an outcome or the deadline has passed. Never rejects. */
  async refresh(): Promise<void> {
    const deadlineMs = this.#check.deadlineMs ?? 100
    const run = (this.#underWay ??= this.#run())
    const { promise: tooLate, resolve } = Promise.withResolvers<'too late'>()
    let cancelDeadline = this.#clock.after(deadlineMs, () => {
      // What came in while main itself was late is read in the next turn, and counts.
      cancelDeadline = this.#clock.after(0, () => resolve('too late'))
    })
    const first = await Promise.race([run, tooLate])
    cancelDeadline()
    if (first === 'too late') {
      this.#keep({ status: 'failing', detail: `did not answer within ${deadlineMs} ms` })
    }
  }

  /** Lets go of the part; what it still says changes nothing. */
  dispose(): void {
    this.#unsubscribe()
  }

  async #run(): Promise<void> {
    try {
      this.#keep(await this.#check.run())
    } catch (error) {
      this.#keep({
        status: 'failing',
        detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      })
    } finally {
      this.#underWay = null
    }
  }

  #keep(outcome: CheckOutcome): void {
    const isSameStatus = this.#last.status === outcome.status
    if (isSameStatus && this.#last.detail === outcome.detail) return
    this.#last = {
      id: this.#check.id,
      status: outcome.status,
      detail: outcome.detail,
      sinceMs: isSameStatus ? this.#last.sinceMs : this.#clock.now(),
    }
    if (!isSameStatus) this.#onChanged()
  }
}
