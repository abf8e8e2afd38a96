import { setImmediate } from 'node:timers/promises'

import type { ApprovalDecision } from '../../../shared/agents/agents'
import { type ErrorData, ParleyError } from '../../../shared/errors'
import { failureData, toErrorData } from '../../../shared/failures/failure'
import type { SessionId } from '../../../shared/ids'
import {
  keptChars,
  type Message,
  type Metrics,
  type Receipt,
  type StopReason,
} from '../../../shared/sessions/messages'
import { type FormRequest, isDelta, type RunEventBody, type RunStatus } from '../../../shared/runs/events'
import { applyRunEvent, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { FormValues, GuardedEvent, RunRequest, RunSource } from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import { DeltaCoalescer } from '../log/delta-coalescer'
import { guardSource, type KeepFile, type SourceOutcome, sourceError } from '../guarded-source/guard-source'
import { type LookUpConsent, PendingApprovals } from './pending-approvals'
import { PendingForms } from './pending-forms'
import type { CostOf } from '../guarded-source/priced-usage'
import { RunLog } from '../log/run-log'
import { RunRecorder, type RunStore } from '../log/run-recorder'
import { RunWatchdog, type RunTimeouts } from './run-watchdog'
import { Upstream } from './upstream'

/** So many events of one source are taken before others have their turn. */
const eventsPerTurn = 4_096
/** How a source that ignores its abort is told from a slow one, in milliseconds. Agents get longer. */
const sourceGraceMs = 3_000

/** Everything about a run that is decided when it starts. */
export interface RunSpec extends RunIdentity {
  /** The message being answered. */
  parent: Message | null
  request: RunRequest
  source: RunSource
  timeouts: RunTimeouts
  graceMs?: number | undefined
  costOf?: CostOf | undefined
  /** Absent where no file of an answer can be kept. */
  keepFile?: KeepFile | undefined
  /** How much the answer may have, in UTF-16 units; absent it is the default. */
  maxChars?: number | undefined
  /** What the user allowed before; absent where nothing is remembered. */
  lookUpConsent?: LookUpConsent | undefined
}

export interface RunDeps {
  store: RunStore
  clock: Clock
  errors: ErrorSink
  /** Told when a run begins to wait for the user, and when it no longer does. */
  onWaiting: (sessionId: SessionId) => void
}

/** How a run ended. `isSaved` is false when the disk refused: the message is then in memory only. */
export interface RunOutcome {
  status: RunStatus
  message: Message
  isSaved: boolean
  receipt: Receipt | null
  error: ErrorData | null
}

/**
 * One answer being generated, from its first event to the saved message. Its owner decides how long it lives: the
 * run manager for a chat, the stream of a pane for a comparison. It never throws and ends exactly once: whoever
 * settles first, the source or a stop, decides how.
 */
export class Run {
  readonly spec: RunSpec
  readonly log: RunLog
  readonly startedAt: number
  /** Resolves when the message is saved, the upstream is gone and `run-end` is in the log. */
  readonly finished: Promise<RunOutcome>

  readonly #deps: RunDeps
  readonly #recorder: RunRecorder
  readonly #deltas: DeltaCoalescer
  readonly #upstream: Upstream
  readonly #controller = new AbortController()
  readonly #watchdog: RunWatchdog
  readonly #forms: PendingForms
  readonly #approvals: PendingApprovals
  /** Forms and approvals, each of them counted once. */
  #waitingCount = 0
  readonly #startedMonotonic: number
  #firstDeltaMonotonic: number | null = null
  #deltaCount = 0
  /** When the stretch of reasoning under way began; null while there is none. */
  #reasoningSince: number | null = null
  #stop: { requestedAt: number; requestedMonotonic: number } | null = null

  constructor(spec: RunSpec, deps: RunDeps) {
    this.spec = spec
    this.#deps = deps
    this.startedAt = deps.clock.now()
    this.#startedMonotonic = deps.clock.monotonic()
    this.#recorder = new RunRecorder(spec.runId, deps)
    this.#deltas = new DeltaCoalescer({
      clock: deps.clock,
      pass: (body) => {
        this.log.append(body)
        this.#recorder.record(body)
      },
    })
    this.#upstream = new Upstream(deps.clock)
    this.log = new RunLog(
      unansweredMessage({ ...spec, parentId: spec.parent?.id ?? null, startedAt: this.startedAt }),
    )
    this.#watchdog = new RunWatchdog(deps.clock, spec.timeouts, (reason) => void this.stop(reason))
    const asking = {
      signal: this.#controller.signal,
      append: (event: RunEventBody) => this.#append(event),
      onWaiting: (isWaiting: boolean) => this.#onWaiting(isWaiting),
    }
    this.#forms = new PendingForms(asking)
    this.#approvals = new PendingApprovals({ ...asking, runId: spec.runId, lookUp: spec.lookUpConsent })
    this.finished = this.#drive().catch((error: unknown) => this.#broken(error))
  }

  /**
   * Ends the run for `reason`; its source is aborted before this returns. Only the first reason counts.
   * @returns the receipt once all is over, or null when the answer was complete before the stop could act
   */
  async stop(reason: StopReason): Promise<Receipt | null> {
    if (this.#stop === null) {
      const { clock } = this.#deps
      this.#stop = { requestedAt: clock.now(), requestedMonotonic: clock.monotonic() }
      this.#controller.abort(new StopSignal(reason))
    }
    return (await this.finished).receipt
  }

  /** It goes on only when the user has decided or filled in something. */
  get isWaiting(): boolean {
    return this.#waitingCount > 0
  }

  /** A form that this run has put up and waits for. */
  pendingForm(formId: string): FormRequest | null {
    return this.#forms.get(formId)
  }

  /** Lets the run go on with what the user filled in; null declines. Answers whether the form was waited for. */
  answerForm(formId: string, values: FormValues | null): boolean {
    return this.#forms.answer(formId, values)
  }

  /**
   * Decides what this run asked before it acts. Answers whether it waited for that.
   * @throws STORE_FULL, STORE_DAMAGED the decision could not be remembered; it still waits
   */
  answerApproval(approvalId: string, decision: ApprovalDecision): boolean {
    return this.#approvals.answer(approvalId, decision)
  }

  async #drive(): Promise<RunOutcome> {
    const { spec } = this
    this.#append({
      type: 'run-start',
      runId: spec.runId,
      sessionId: spec.sessionId,
      messageId: spec.messageId,
      model: spec.model,
      startedAt: this.startedAt,
    })
    const outcome = await this.#drain().finally(() => this.#watchdog.dispose())
    const generatorEnded = this.#deps.clock.monotonic()

    // A save waits for the disk: the generators that were stopped together with this one end first.
    await Promise.resolve()
    const error = this.#errorOf(outcome)
    if (error !== null) this.#append({ type: 'error', ...error })
    const end = this.#endOf(outcome, generatorEnded)
    const message = applyRunEvent(this.log.state, end).message
    const savedAt = this.#save(message)
    if (outcome.kind === 'abandoned') {
      this.#deps.errors.warning(
        'run',
        new Error(`a source of ${spec.model} ignored its abort and was abandoned`),
      )
    }

    const receipt = await this.#receiptOf(outcome, { generatorEnded, savedAt, message })
    if (receipt !== null && savedAt !== null) this.#attachReceipt(message, receipt)
    this.log.append(receipt === null ? end : { ...end, receipt })
    return { status: end.status, message: this.log.state.message, isSaved: savedAt !== null, receipt, error }
  }

  /** A fault of the run itself: its source is let go, what had come is kept, and every reader still gets its end. */
  #broken(cause: unknown): RunOutcome {
    this.#deps.errors.fatal('run', cause)
    this.#deltas.dispose()
    this.#controller.abort(new StopSignal('error'))
    const error = toErrorData(sourceError(cause))
    const metrics = { ttftMs: null, tokensPerSecond: null, durationMs: null }
    this.log.append({ type: 'run-end', status: 'failed', reason: 'error', metrics })
    return { status: 'failed', message: this.log.state.message, isSaved: false, receipt: null, error }
  }

  #onWaiting(isWaiting: boolean): void {
    this.#waitingCount += isWaiting ? 1 : -1
    this.#watchdog.setPaused(this.isWaiting)
    this.#deps.onWaiting(this.spec.sessionId)
  }

  async #drain(): Promise<SourceOutcome> {
    const events = guardSource(
      this.spec.source,
      this.spec.request,
      {
        signal: this.#controller.signal,
        onUpstreamOpened: () => this.#upstream.opened(),
        onUpstreamClosed: () => this.#upstream.closed(),
        requestForm: (form, withdrawal) => this.#forms.ask(form, withdrawal),
        requestApproval: (question, withdrawal) => this.#approvals.ask(question, withdrawal),
        keepAgentSession: () => {},
      },
      {
        graceMs: this.spec.graceMs ?? sourceGraceMs,
        clock: this.#deps.clock,
        costOf: this.spec.costOf,
        keepFile: this.spec.keepFile,
        maxChars: this.spec.maxChars,
      },
    )
    for (let taken = 1; ; taken += 1) {
      // A source that always has more must not keep the rest of the app waiting.
      if (taken % eventsPerTurn === 0) await setImmediate()
      const step = await events.next()
      if (step.done === true) {
        this.#forms.close()
        this.#approvals.close()
        this.#deltas.close()
        return step.value
      }
      this.#watchdog.touch()
      this.#append(this.#timed(step.value))
    }
  }

  /** What only the run can time, every reader gets from it: time to first token, and how long reasoning takes. */
  #timed(event: GuardedEvent): RunEventBody {
    const now = this.#deps.clock.monotonic()
    if (event.type !== 'reasoning-delta') this.#reasoningSince = null
    if (!isDelta(event)) return event
    const timed = { ...event }
    const isBeforeFirst = this.#firstDeltaMonotonic === null
    // One without text says only that reasoning is whole: nothing of it was seen.
    if (event.text !== '') {
      this.#deltaCount += 1
      this.#firstDeltaMonotonic ??= now
      if (isBeforeFirst) timed.ttftMs = now - this.#startedMonotonic
    }
    if (timed.type === 'reasoning-delta') {
      // The time until its first word was spent on it too.
      this.#reasoningSince ??= isBeforeFirst ? this.#startedMonotonic : now
      timed.durationMs = now - this.#reasoningSince
      if (timed.providerData !== undefined) this.#reasoningSince = now
    }
    return timed
  }

  #append(body: RunEventBody): void {
    this.#deltas.push(body)
  }

  /** Asked only of a run that was stopped. */
  get #stopReason(): StopReason {
    return (this.#controller.signal.reason as StopSignal).stopReason
  }

  #errorOf(outcome: SourceOutcome): ErrorData | null {
    if (outcome.kind === 'failed') {
      const error = sourceError(outcome.error)
      // A failure that the source did not expect is a fault of ours, not of the provider.
      if (error !== outcome.error) this.#deps.errors.fatal('run', outcome.error)
      return toErrorData(error)
    }
    if (outcome.kind === 'finished') return null
    return timeoutError(this.#stopReason, this.spec.timeouts)
  }

  #endOf(outcome: SourceOutcome, endedMonotonic: number): Extract<RunEventBody, { type: 'run-end' }> {
    const metrics = this.#metrics(endedMonotonic)
    if (outcome.kind === 'finished')
      return { type: 'run-end', status: 'completed', reason: outcome.reason, metrics }
    if (outcome.kind === 'failed') return { type: 'run-end', status: 'failed', reason: 'error', metrics }
    const reason = this.#stopReason
    const isTimeout = reason === 'idle-timeout' || reason === 'wall-timeout'
    return { type: 'run-end', status: isTimeout ? 'failed' : 'stopped', reason, metrics }
  }

  #metrics(endedMonotonic: number): Metrics {
    const firstDelta = this.#firstDeltaMonotonic
    const streamedMs = firstDelta === null ? 0 : endedMonotonic - firstDelta
    // Most providers send one token in a delta; their own count is better where they gave it.
    const tokens = this.log.state.message.usage?.outputTokens ?? this.#deltaCount
    return {
      ttftMs: firstDelta === null ? null : firstDelta - this.#startedMonotonic,
      tokensPerSecond: streamedMs > 0 && tokens > 1 ? ((tokens - 1) * 1000) / streamedMs : null,
      durationMs: endedMonotonic - this.#startedMonotonic,
    }
  }

  /** When the message was on disk, on the monotonic clock; null when the disk refused and it is in memory only. */
  #save(message: Message): number | null {
    try {
      this.#recorder.settle(message)
      return this.#deps.clock.monotonic()
    } catch (error) {
      const isFull = error instanceof ParleyError && error.code === 'STORE_FULL'
      if (isFull) this.#deps.errors.warning('store', error)
      else this.#deps.errors.fatal('store', error)
      return null
    }
  }

  async #receiptOf(
    outcome: SourceOutcome,
    done: { generatorEnded: number; savedAt: number | null; message: Message },
  ): Promise<Receipt | null> {
    const stop = this.#stop
    if (stop === null || outcome.kind === 'finished' || outcome.kind === 'failed') return null
    const sinceRequest = (moment: number | null) =>
      moment === null ? null : Math.max(0, moment - stop.requestedMonotonic)
    const isAbandoned = outcome.kind === 'abandoned'
    const remainingMs = (this.spec.graceMs ?? sourceGraceMs) - (done.generatorEnded - stop.requestedMonotonic)
    const upstreamClosed = isAbandoned ? null : await this.#upstream.whenClosed(remainingMs)
    return {
      requestedAt: stop.requestedAt,
      generatorEndedMs: isAbandoned ? null : sinceRequest(done.generatorEnded),
      upstreamClosedMs: sinceRequest(upstreamClosed),
      savedMs: sinceRequest(done.savedAt),
      keptChars: keptChars(done.message),
    }
  }

  #attachReceipt(message: Message, receipt: Receipt): void {
    try {
      this.#recorder.attachReceipt(message.id, receipt)
    } catch (error) {
      // The answer itself is saved; a receipt that is shown but not kept is no reason to fail.
      this.#deps.errors.warning('store', error)
    }
  }
}

function timeoutError(reason: StopReason, timeouts: RunTimeouts): ErrorData | null {
  if (reason === 'idle-timeout') return failureData('TIMEOUT', 'idle', { afterMs: timeouts.idleMs })
  if (reason === 'wall-timeout') return failureData('TIMEOUT', 'wall', { afterMs: timeouts.wallMs })
  return null
}
