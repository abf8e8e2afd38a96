import { type ErrorData, ParleyError } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ApprovalRequest, FormRequest, RunEventBody } from '../../../shared/runs/events'
import { invariant } from '../../../shared/invariant'
import { unansweredMessage } from '../../../shared/runs/reduce-run'
import type { Message, Receipt, StopReason } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { FormValues } from '../../run-source/run-source'
import { RunLog, RunReader } from '../../runs/log/run-log'
import { Run, type RunDeps, type RunOutcome, type RunSpec, type StartedRun } from '../../runs/run/run'
import type { HiddenContestants } from '../../runs/starting/run-starter'
import type { SealedAnswers } from '../../store/comparisons/sealed-answers'
import { sealedModel } from '../../store/sealed/sealed-rows'
import {
  endStatus,
  shownAnswer,
  shownError,
  type StoppedRound,
  unknownMetrics,
} from '../../store/sealed/shown-answer'
import { type RoundPlace, Rounds } from './rounds'

const takenAtOnce = 512

/** Where the answer is kept, and when and how it appears. */
interface Sealing {
  answers: Pick<SealedAnswers, 'isHidden' | 'appendJournal' | 'seal' | 'attachReceipt' | 'addLate' | 'settle'>
  place: RoundPlace
  /** The models of the comparison. */
  models: readonly string[]
}

/**
 * The run of a hidden contestant. An ordinary run asks the model and is sealed; the log, the message and the outcome that
 * others see say only that it has begun and what it asks the user, then, when all answers of the round have ended, the
 * answer as it may be shown.
 */
class SealedRun implements StartedRun {
  readonly spec: RunSpec
  readonly log: RunLog
  readonly startedAt: number
  readonly answered: Promise<unknown>
  readonly finished: Promise<RunOutcome>

  readonly #whole: Run
  readonly #sealing: Sealing
  readonly #deps: RunDeps
  readonly #asked = new Set<string>()

  constructor(spec: RunSpec, deps: RunDeps, sealing: Sealing) {
    const { answers } = sealing
    const { sessionId, runId, parent } = spec
    this.#sealing = sealing
    this.#deps = deps
    this.startedAt = deps.clock.now()
    const { model: _model, ...shown } = spec
    this.spec = { ...shown, model: sealedModel }
    this.log = new RunLog(
      unansweredMessage({ ...shown, parentId: parent?.id ?? null, startedAt: this.startedAt }),
    )
    const start = { type: 'run-start', runId, sessionId, messageId: spec.messageId } as const
    // Without the model, which no event names.
    this.log.append({ ...start, startedAt: this.startedAt } as RunEventBody)
    this.#whole = new Run(spec, {
      ...deps,
      errors: withoutWords(deps.errors),
      // Nothing of it is on a screen yet.
      saveTurn: () => deps.saveTurn(true),
      onLate: (id) => {
        if (!this.#isHidden) deps.onLate(id)
      },
      store: {
        appendJournal: (id, events) => answers.appendJournal(sessionId, id, events),
        settleRun: (_id, message, cost = {}) => {
          answers.seal({ ...spec, startedAt: this.startedAt }, message, cost)
          return message.id
        },
        attachReceipt: (messageId, receipt) => answers.attachReceipt(sessionId, messageId, receipt),
        addLate: (id, messageId, events) => answers.addLate(id, messageId, events),
      },
    })
    const reader = new RunReader(this.#whole.log, 'start')
    this.#pass(reader)
    this.#whole.log.onAppended(() => this.#pass(reader))
    this.answered = this.#whole.finished
    this.finished = this.#finish()
  }

  async stop(reason: StopReason): Promise<Receipt | null> {
    void this.#whole.stop(reason)
    this.#sealing.place.stop(reason)
    return (await this.finished).receipt
  }

  get isWaiting(): boolean {
    return this.#whole.isWaiting
  }

  get isArriving(): boolean {
    return this.#whole.isArriving
  }

  pendingForm(formId: string): FormRequest | null {
    return this.#whole.pendingForm(formId)
  }

  answerForm(formId: string, values: FormValues | null): boolean {
    return this.#whole.answerForm(formId, values)
  }

  answerApproval(approvalId: string, decision: ApprovalDecision): boolean {
    return this.#whole.answerApproval(approvalId, decision)
  }

  saveAgain({ message, mayBeCharged }: Pick<RunOutcome, 'message' | 'mayBeCharged'>): void {
    this.#settle(this.#whole.log.state.message, message, mayBeCharged)
  }

  /** Passes what the run asks the user, without which it would wait forever, and the user's decisions. */
  #pass(reader: RunReader): void {
    for (const event of reader.take(takenAtOnce)) {
      if (event.type === 'approval-request') {
        this.#asked.add(event.approvalId)
        this.log.append({ type: 'approval-request', ...shownApproval(event) })
      } else if (event.type === 'form-request' || event.type === 'form-answered') {
        const { seq: _seq, ...form } = event
        this.log.append(form)
      } else if (event.type === 'approval-answered' && this.#asked.has(event.approvalId)) {
        // Without the id of the call, whose form is that of one provider.
        const { approvalId, decision, isRemembered } = event
        this.log.append({
          type: 'approval-answered',
          approvalId,
          decision,
          ...(isRemembered === undefined ? {} : { isRemembered }),
        })
      }
    }
  }

  async #finish(): Promise<RunOutcome> {
    const { message, error, mayBeCharged } = await this.#whole.finished
    const round = await this.#sealing.place.end(message)
    const isHidden = this.#isHidden
    const shown = isHidden ? this.#shown(message, round) : message
    const { parts, status, stopReason = 'end', usage } = shown
    this.log.append({ type: 'continued', parts, ...(usage === undefined ? {} : { usage }) })
    this.log.flush()
    await this.#deps.saveTurn(false)
    const isSaved = this.#save(message, shown, mayBeCharged)
    const metrics = isHidden ? unknownMetrics : (message.metrics ?? unknownMetrics)
    this.log.append({ type: 'run-end', status: endStatus[status], reason: stopReason, metrics })
    return {
      status: endStatus[status],
      message: shown,
      savedId: isSaved ? message.id : null,
      receipt: isHidden ? null : (message.receipt ?? null),
      error: this.#errorOf(error, isHidden),
      mayBeCharged,
    }
  }

  get #isHidden(): boolean {
    try {
      return this.#sealing.answers.isHidden(this.spec.sessionId)
    } catch {
      // The store cannot be read now. What was hidden stays hidden.
      return true
    }
  }

  #shown(answer: Message, round: StoppedRound | null): Message {
    const { models } = this.#sealing
    return shownAnswer(answer, { question: this.spec.parent, models, round })
  }

  #errorOf(error: ErrorData | null, isHidden: boolean): ErrorData | null {
    return error === null || !isHidden ? error : shownError(error)
  }

  #save(answer: Message, shown: Message, mayBeCharged: boolean): boolean {
    try {
      this.#settle(answer, shown, mayBeCharged)
      return true
    } catch (error) {
      const isFull = error instanceof ParleyError && error.code === 'STORE_FULL'
      if (isFull) this.#deps.errors.warning('store', error)
      else this.#deps.errors.fatal('store', error)
      return false
    }
  }

  #settle(answer: Message, shown: Message, mayBeCharged: boolean): void {
    const { spec, startedAt } = this.#whole
    const { isFree } = spec
    this.#sealing.answers.settle({ ...spec, startedAt }, answer, { shown, isFree, mayBeCharged })
  }
}

/** How runs of hidden contestants are opened. */
export function hiddenContestants(answers: SealedAnswers, clock: Clock): HiddenContestants {
  const rounds = new Rounds({ sessionsOf: (id) => answers.sessionsOf(id), clock })
  return {
    isHidden: (sessionId) => answers.isHidden(sessionId),
    shownRefusal,
    openRun(spec, deps) {
      const { sessionId } = spec
      const comparisonId = answers.comparisonOf(sessionId)
      invariant(comparisonId !== null, 'a hidden contestant is in a comparison')
      const models = answers.modelsOf(comparisonId)
      return new SealedRun(spec, deps, { answers, place: rounds.join(comparisonId, sessionId), models })
    },
  }
}

function shownRefusal(error: unknown): unknown {
  const data = toErrorData(error)
  return shownError(data) === data ? error : failure('INTERNAL', 'contestant-hidden')
}

/**
 * An approval request without the name that an agent gives to its tool. The tools of models are Parley's or the user's own,
 * so a request names them: nobody can consent to what is not shown.
 */
function shownApproval(request: ApprovalRequest): ApprovalRequest {
  const { approvalId, input, kind, changes, unlistedChanges, folder, isOnceOnly } = request
  const { subject, changedSince, origin } = request
  return {
    approvalId,
    toolName: '',
    input,
    ...(kind === undefined ? {} : { kind }),
    ...(changes === undefined ? {} : { changes }),
    ...(unlistedChanges === undefined ? {} : { unlistedChanges }),
    ...(folder === undefined ? {} : { folder }),
    ...(subject === undefined ? {} : { subject }),
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(origin === undefined ? {} : { origin }),
    ...(isOnceOnly === undefined ? {} : { isOnceOnly }),
  }
}

/** Reports that there was an error, without the words of a provider or an agent. */
function withoutWords(errors: ErrorSink): ErrorSink {
  return {
    fatal: (source, error) => errors.fatal(source, shownRefusal(error)),
    warning: (source, error) => errors.warning(source, shownRefusal(error)),
  }
}
