import type { ApprovalDecision } from '../../../shared/agents/agents'
import { type ErrorData, ParleyError } from '../../../shared/errors'
import { failureData, toErrorData } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { withLaterUsage } from '../../../shared/sessions/continued-usage'
import {
  keptChars,
  type Message,
  type Part,
  type Receipt,
  type StopReason,
  type Usage,
} from '../../../shared/sessions/messages'
import { isOfRequest } from '../../../shared/runs/agent-notice'
import type {
  ApprovalRequest,
  FormRequest,
  LateEvent,
  RunEventBody,
  RunStatus,
} from '../../../shared/runs/events'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { CostOf } from '../../run-source/cost'
import { applyRunEvent, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { FormValues, GuardedEvent, RunRequest, RunSource } from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import { totalUsage } from '../continuing/total-usage'
import { RunLog } from '../log/run-log'
import { DeltaCoalescer } from '../log/delta-coalescer'
import {
  guardSource,
  mayChargeUnanswered,
  type SaveFile,
  type SourceOutcome,
  sourceError,
} from '../guarded-source/guard-source'
import { type LookUpConsent, PendingApprovals } from './pending-approvals'
import { PendingForms } from './pending-forms'
import { LateWriter, RunRecorder, type RunStore } from '../log/run-recorder'
import { RunWatchdog, type RunTimeouts } from './run-watchdog'
import { RunTiming, ToolTimes } from './run-timing'
import { Upstream } from './upstream'

/** How long a source may take to end after its abort before it is abandoned, in milliseconds. Agents get longer. */
const sourceGraceMs = 3_000

/** Everything about a run that is decided when it starts. */
export interface RunSpec extends RunIdentity {
  /** The message being answered. */
  parent: Message | null
  request: RunRequest
  source: RunSource
  /** The answer so far, if it is continued. */
  continued?: { parts: Part[]; usage: Usage | undefined } | undefined
  timeouts: RunTimeouts
  graceMs?: number | undefined
  costOf?: CostOf | undefined
  /** The answer costs nothing, even if the source does not report what it used. */
  isFree?: boolean | undefined
  /** Absent where files in an answer cannot be stored. */
  saveFile?: SaveFile | undefined
  /** The maximum size of the answer in UTF-16 units. Absent: the default of the setting. */
  maxChars?: number | undefined
  /** Parley executes the calls of the answer, so that their results are kept even after a stop. */
  keepsResults?: boolean | undefined
  /** Finds stored consent; absent where consents are not stored. */
  lookUpConsent?: LookUpConsent | undefined
}

/** What a run works with. */
export interface RunDeps {
  store: RunStore
  clock: Clock
  errors: ErrorSink
  /** Called when a run starts or stops waiting for the user. */
  onWaiting: (sessionId: SessionId) => void
  /** Called when something was added to the answer after its end. */
  onLate: (sessionId: SessionId) => void
  /** Resolves when this run, stopped or not, may block the event loop to save its answer. */
  saveTurn: (isStopped: boolean) => Promise<void>
}

/** How a run ended. */
export interface RunOutcome {
  status: RunStatus
  message: Message
  /**
   * The id of the stored answer: that of the answer it continues if it adds nothing. Null if the disk refused the
   * message, which is then only in memory.
   */
  savedId: MessageId | null
  receipt: Receipt | null
  error: ErrorData | null
  /** The provider may charge for it, even if nothing arrived. */
  mayBeCharged: boolean
}

/** A run as others see it. */
export type StartedRun = Pick<Run, keyof Run>

/**
 * One answer being generated, from its first event to the saved message. Its owner decides how long it lives: the
 * run manager for a chat, the stream of a pane for a comparison. It never throws and ends exactly once: the source or a
 * stop, whichever settles first, decides how.
 */
export class Run {
  readonly spec: RunSpec
  readonly log: RunLog
  readonly startedAt: number
  /** Resolves when the message is saved, the upstream is gone and `run-end` is in the log. */
  readonly finished: Promise<RunOutcome>
  /** Resolves when the model has ended its answer, even if it is not saved yet. */
  readonly answered: Promise<unknown>

  readonly #deps: RunDeps
  readonly #recorder: RunRecorder
  readonly #deltas: DeltaCoalescer
  readonly #upstream: Upstream
  readonly #controller = new AbortController()
  readonly #watchdog: RunWatchdog
  readonly #forms: PendingForms
  readonly #approvals: PendingApprovals
  readonly #tools: ToolTimes
  readonly #late: LateWriter
  /** Forms and approvals that are waiting. */
  #waitingCount = 0
  /** Calls of tools are running, here or for another pane. They have limits of their own. */
  #areCallsRunning = false
  #timing: RunTiming
  /** Without what a continued answer used before. */
  #usage: Usage = {}
  #stop: { requestedAt: number; requestedMonotonic: number } | null = null

  constructor(spec: RunSpec, deps: RunDeps) {
    this.spec = spec
    this.#deps = deps
    this.startedAt = deps.clock.now()
    this.#timing = this.#newTiming()
    this.#recorder = new RunRecorder(spec.runId, { ...deps, isFree: spec.isFree })
    this.#deltas = new DeltaCoalescer({
      clock: deps.clock,
      pass: (body) => {
        this.log.append(body)
        this.#recorder.record(body)
      },
    })
    this.#upstream = new Upstream(deps.clock)
    this.#tools = new ToolTimes(deps.clock, {
      onStep: () => this.#timing.stepBegins(),
      onCalls: (areRunning) => {
        this.#areCallsRunning = areRunning
        this.#pauseWatchdog()
      },
    })
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
    const { sessionId, messageId } = spec
    this.#late = new LateWriter({
      ...deps,
      whenSaved: () => this.finished,
      add: (events) => deps.store.addLate(sessionId, messageId, events),
      onAdded: () => deps.onLate(sessionId),
    })
    this.finished = this.#drive().catch((error: unknown) => this.#broken(error))
    this.answered = this.finished
  }

  /**
   * Ends the run for `reason`; its source is aborted before this returns. Only the first reason counts.
   * @returns the receipt when the run is over, or null if the answer was complete before the stop took effect
   */
  async stop(reason: StopReason): Promise<Receipt | null> {
    if (this.#stop === null) {
      const { clock } = this.#deps
      this.#stop = { requestedAt: clock.now(), requestedMonotonic: clock.monotonic() }
      this.#tools.noteStop()
      this.#controller.abort(new StopSignal(reason))
    }
    return (await this.finished).receipt
  }

  /** The run continues only when the user has answered an approval or a form. */
  get isWaiting(): boolean {
    return this.#waitingCount > 0
  }

  /** Part of its answer has arrived, and it is not over. */
  get isArriving(): boolean {
    return this.log.state.message.parts.length > 0
  }

  /** A form that this run waits for. */
  pendingForm(formId: string): FormRequest | null {
    return this.#forms.get(formId)
  }

  /** Passes the user's values to the run; null declines. Returns whether the form was pending. */
  answerForm(formId: string, values: FormValues | null): boolean {
    return this.#forms.answer(formId, values)
  }

  /**
   * Answers an approval request of this run. Returns whether it was pending.
   * @throws STORE_FULL, STORE_DAMAGED the consent could not be stored; the run still waits
   */
  answerApproval(approvalId: string, decision: ApprovalDecision): boolean {
    return this.#approvals.answer(approvalId, decision)
  }

  /** Saves an answer that the disk refused. @throws STORE_FULL, STORE_DAMAGED */
  saveAgain({ message, mayBeCharged }: Pick<RunOutcome, 'message' | 'mayBeCharged'>): void {
    const { runId, isFree } = this.spec
    this.#deps.store.settleRun(runId, message, { isFree, mayBeCharged })
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
    if (spec.continued !== undefined) {
      const { parts, usage } = spec.continued
      this.#append({
        type: 'continued',
        parts,
        ...(usage === undefined ? {} : { usage: totalUsage(usage, {}) }),
      })
    }
    const outcome = await this.#drain().finally(() => this.#watchdog.dispose())
    const generatorEnded = this.#deps.clock.monotonic()

    // Saving blocks on the disk. So first, watchers get what there is, the generators that were stopped together with
    // this one end, and so do other answers that are due.
    this.log.flush()
    await this.#deps.saveTurn(this.#stop !== null)
    const error = this.#errorOf(outcome)
    if (error !== null) this.#append({ type: 'error', ...error })
    const end = this.#endOf(outcome, generatorEnded)
    const message = applyRunEvent(this.log.state, end).message
    const mayBeCharged = mayChargeUnanswered(outcome, spec.isFree)
    const saved = this.#save(message, mayBeCharged)
    if (outcome.kind === 'abandoned') {
      this.#deps.errors.warning(
        'run',
        new Error(`the source of run ${spec.runId} ignored its abort and was abandoned`),
      )
    }

    const receipt = await this.#receiptOf(outcome, { generatorEnded, savedAt: saved?.at ?? null, message })
    if (receipt !== null && saved?.id === message.id) this.#attachReceipt(message, receipt)
    this.log.append(receipt === null ? end : { ...end, receipt })
    const savedId = saved?.id ?? null
    return { status: end.status, message: this.log.state.message, savedId, receipt, error, mayBeCharged }
  }

  /** Handles a bug in the run itself: aborts the source, keeps the partial answer and ends every reader. */
  #broken(cause: unknown): RunOutcome {
    this.#deps.errors.fatal('run', cause)
    this.#deltas.dispose()
    this.#controller.abort(new StopSignal('error'))
    const error = toErrorData(sourceError(cause))
    const metrics = { ttftMs: null, tokensPerSecond: null, durationMs: null }
    this.log.append({ type: 'run-end', status: 'failed', reason: 'error', metrics })
    const { message } = this.log.state
    const mayBeCharged = this.spec.isFree !== true
    return { status: 'failed', message, savedId: null, receipt: null, error, mayBeCharged }
  }

  #onWaiting(isWaiting: boolean): void {
    this.#waitingCount += isWaiting ? 1 : -1
    this.#pauseWatchdog()
    this.#deps.onWaiting(this.spec.sessionId)
  }

  /** Neither the user nor a call that still works is silence of the model. */
  #pauseWatchdog(): void {
    this.#watchdog.setPaused(this.isWaiting || this.#areCallsRunning)
  }

  /** Waiting for its turn is neither silence nor part of the answer's time, and knowledge is found before the request. */
  #onEvent(event: GuardedEvent): void {
    const hasTurn = event.type === 'turn' && event.startedAt !== null
    if (hasTurn || event.type === 'knowledge') this.#timing = this.#newTiming()
    if (event.type !== 'turn') this.#watchdog.saw(event)
    else if (event.startedAt === null) this.#watchdog.dispose()
    else this.#watchdog.start()
    this.#append(this.#timing.timed(this.#withTotal(event), this.#deps.clock.monotonic()))
  }

  #newTiming(): RunTiming {
    return new RunTiming(this.#deps.clock.monotonic(), { keepsGrowth: this.spec.kind === 'direct' })
  }

  async #drain(): Promise<SourceOutcome> {
    const context = {
      signal: this.#controller.signal,
      onUpstreamOpened: () => this.#upstream.opened(),
      onUpstreamClosed: () => this.#upstream.closed(),
      onUpstreamAlive: () => this.#watchdog.touch(),
      requestForm: (form: FormRequest, withdrawal?: AbortSignal) => this.#forms.ask(form, withdrawal),
      requestApproval: (question: Omit<ApprovalRequest, 'approvalId'>, withdrawal?: AbortSignal) =>
        this.#approvals.ask(question, withdrawal),
      saveAgentSession: () => {},
      addLate: (event: LateEvent) => this.#late.push(event),
      toolWatch: this.#tools,
    }
    const { source, request, graceMs = sourceGraceMs, costOf, saveFile, maxChars, keepsResults } = this.spec
    const outcome = await guardSource(source, request, context, {
      onEvent: (event) => this.#onEvent(event),
      graceMs,
      clock: this.#deps.clock,
      costOf,
      saveFile,
      maxChars,
      keepsResults,
    })
    this.#forms.close()
    this.#approvals.close()
    this.#deltas.close()
    return outcome
  }

  /** Usage becomes that of the whole answer. */
  #withTotal(event: GuardedEvent): GuardedEvent {
    if (event.type !== 'usage') return event
    this.#usage = withLaterUsage(this.#usage, event.usage)
    return this.spec.continued === undefined
      ? event
      : { ...event, usage: totalUsage(this.spec.continued.usage ?? {}, this.#usage) }
  }

  #append(body: RunEventBody): void {
    this.#deltas.push(body)
  }

  /** Only valid for a run that was stopped. */
  get #stopReason(): StopReason {
    return (this.#controller.signal.reason as StopSignal).stopReason
  }

  #errorOf(outcome: SourceOutcome): ErrorData | null {
    if (outcome.kind === 'failed') {
      const error = sourceError(outcome.error)
      // An uncoded error is a bug in Parley, not a failure of the provider.
      if (error !== outcome.error) this.#deps.errors.fatal('run', outcome.error)
      return toErrorData(error)
    }
    if (outcome.kind === 'finished') return null
    return timeoutError(this.#stopReason, this.spec.timeouts)
  }

  #endOf(outcome: SourceOutcome, endedMonotonic: number): Extract<RunEventBody, { type: 'run-end' }> {
    const tools = this.#tools.metrics()
    const timed = this.#timing.metrics(endedMonotonic, this.#usage.outputTokens, tools?.waitedMs)
    const { notices } = this.log.state
    const ofRequest = notices.flatMap(({ about }) =>
      about !== undefined && isOfRequest(about) ? [about] : [],
    )
    const lasting = [...new Map(ofRequest.map((about) => [JSON.stringify(about), about])).values()]
    const metrics = {
      ...timed,
      ...(tools === null ? {} : { tools }),
      ...(lasting.length === 0 ? {} : { notices: lasting }),
    }
    if (outcome.kind === 'finished') {
      const { reason, limit } = outcome
      // A limit that Parley did not send is that of the model or its server.
      const limited = reason === 'length' ? { ...metrics, limit: limit ?? { of: 'model' as const } } : metrics
      return { type: 'run-end', status: 'completed', reason, metrics: limited }
    }
    if (outcome.kind === 'failed') return { type: 'run-end', status: 'failed', reason: 'error', metrics }
    const reason = this.#stopReason
    const isTimeout = reason === 'idle-timeout' || reason === 'wall-timeout'
    return { type: 'run-end', status: isTimeout ? 'failed' : 'stopped', reason, metrics }
  }

  /**
   * Returns the id of the stored answer, and when it was on disk by the monotonic clock; null if the disk refused it.
   */
  #save(message: Message, mayBeCharged: boolean): { id: MessageId; at: number } | null {
    try {
      const id = this.#recorder.settle(message, mayBeCharged)
      return { id, at: this.#deps.clock.monotonic() }
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
    const tools = this.#tools.stopped(stop.requestedMonotonic)
    return {
      requestedAt: stop.requestedAt,
      generatorEndedMs: isAbandoned ? null : sinceRequest(done.generatorEnded),
      upstreamClosedMs: sinceRequest(upstreamClosed),
      savedMs: sinceRequest(done.savedAt),
      keptChars: keptChars(done.message),
      ...(tools.length === 0 ? {} : { tools }),
    }
  }

  #attachReceipt(message: Message, receipt: Receipt): void {
    try {
      this.#recorder.attachReceipt(message.id, receipt)
    } catch (error) {
      // The answer is saved. A receipt that is shown but not stored must not fail the run.
      this.#deps.errors.warning('store', error)
    }
  }
}

function timeoutError(reason: StopReason, timeouts: RunTimeouts): ErrorData | null {
  if (reason === 'idle-timeout') return failureData('TIMEOUT', 'idle', { afterMs: timeouts.idleMs })
  if (reason === 'wall-timeout') return failureData('TIMEOUT', 'wall', { afterMs: timeouts.wallMs })
  return null
}
