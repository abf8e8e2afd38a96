import type { StopReason, Usage } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import { type RunRequest, type RunSource, unattendedContext } from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import type { Lease, LeaseHolder } from '../../leases/session-leases'
import type { SourceOutcome } from '../guarded-source/guard-source'
import { readReply } from '../guarded-source/read-reply'
import type { CostOf } from '../../run-source/cost'

/** How long a source may take to end after its abort. The lease is released long before. */
const graceMs = 3_000

/** Why the run ended before its source: long enough, preempted, or timed out. */
type EarlyEnd = 'enough' | 'made-way' | 'timed-out'

/** The result of a background run. */
export interface BackgroundAnswer {
  outcome: 'complete' | 'made-way' | 'timed-out' | 'failed'
  text: string
  /** Empty if the provider reported no counts. */
  usage: Usage
  error: unknown
  /** The provider may charge for it, even if it reported no usage. */
  mayBeCharged: boolean
}

/**
 * A short question that Parley itself asks a model. It holds the session's lease but yields it at once to anything
 * else. It is not watched, journalled or stored.
 */
export class BackgroundRun implements LeaseHolder {
  readonly kind = 'background'
  readonly #clock: Clock
  readonly #controller = new AbortController()
  readonly #finished = Promise.withResolvers<void>()
  #lease: Lease | null = null
  #ended: EarlyEnd | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves when its source has ended or was abandoned. */
  get finished(): Promise<void> {
    return this.#finished.promise
  }

  stop(reason: StopReason): void {
    this.#end('made-way', reason)
    this.#lease?.release()
  }

  /** Asks while holding `lease`, for at most `deadlineMs` and about `maxChars` of text. Never throws. */
  async ask(
    lease: Lease,
    question: {
      source: RunSource
      request: RunRequest
      deadlineMs: number
      maxChars: number
      costOf?: CostOf | undefined
      isFree?: boolean | undefined
    },
  ): Promise<BackgroundAnswer> {
    this.#lease = lease
    const cancelDeadline = this.#clock.after(question.deadlineMs, () =>
      this.#end('timed-out', 'wall-timeout'),
    )
    const { source, request, costOf, isFree } = question
    const context = unattendedContext(this.#controller.signal)
    const { outcome, ...reply } = await readReply(source, request, context, {
      onEvent: (_event, chars) => {
        if (chars > question.maxChars) this.#end('enough', 'length')
      },
      graceMs,
      clock: this.#clock,
      costOf,
      isFree,
    })
    cancelDeadline()
    this.#finished.resolve()
    return { ...this.#outcomeOf(outcome), ...reply }
  }

  #end(as: EarlyEnd, reason: StopReason): void {
    this.#ended ??= as
    this.#controller.abort(new StopSignal(reason))
  }

  #outcomeOf(outcome: SourceOutcome): Pick<BackgroundAnswer, 'outcome' | 'error'> {
    if (this.#ended === 'made-way' || this.#ended === 'timed-out')
      return { outcome: this.#ended, error: null }
    if (outcome.kind === 'failed') return { outcome: 'failed', error: outcome.error }
    return { outcome: 'complete', error: null }
  }
}
