import { setImmediate } from 'node:timers/promises'

import { mayHaveCost, ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { knownCost, withLaterUsage } from '../../../shared/sessions/continued-usage'
import type { AttachmentPart, Usage } from '../../../shared/sessions/messages'
import { defaultSettings } from '../../../shared/app/default-settings'
import type { Clock } from '../../base/clock'
import { type Charges, type Cost, costFields, type CostOf, reportedCost } from '../../run-source/cost'
import type {
  GuardedEvent,
  RunContext,
  RunRequest,
  RunSource,
  SourceEvent,
} from '../../run-source/run-source'
import { lostFileText, subtypeOf } from '../../run-source/message-files'
import { StopSignal } from '../../run-source/stop-signal'
import { sanitizeUsage } from '../../run-source/token-count'
import { AnswerSize, jsonChars } from './answer-size'
import { boundDepth, valueDepth } from '../../../shared/json-depth'
import { type ApprovalRequest, type FormRequest, isLateEvent } from '../../../shared/runs/events'

type FileEvent = Extract<SourceEvent, { type: 'file' }>
type FinishEvent = Extract<SourceEvent, { type: 'finish' }>

/** Stores a file from an answer. Rejects when that is not possible. */
export type SaveFile = (
  file: { name: string; bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<AttachmentPart>

/**
 * How a source ended. `abandoned`: it ignored the abort and may still be running. `wasAwaited`: it had sent a request
 * whose answer was still awaited.
 */
export type SourceOutcome =
  | ({ kind: 'finished' } & Omit<FinishEvent, 'type'>)
  | { kind: 'failed'; error: unknown }
  | { kind: 'aborted' | 'abandoned'; wasAwaited?: true }

const abandoned = Symbol('abandoned')
/** Events of one source that are processed before yielding to the event loop. */
const eventsPerTurn = 4_096
/** Per answer. Further files are reported as not kept. */
const maxFiles = 100

/**
 * Drives a source to its end, and passes its events to `onEvent`. Whatever the source does becomes an outcome. An abort
 * reaches the source while it waits for its next chunk; after that, only its cost is added to the answer, and, with
 * `keepsResults`, the results of calls: what a call did must not be lost. A source that has not ended `graceMs` after
 * the abort is abandoned, because `generator.return()` would hang while `next()` is pending. A source that exceeds
 * `maxChars` is aborted and finishes with `length`.
 * @throws what `onEvent` threw; the source has ended then
 */
export async function guardSource(
  source: RunSource,
  request: RunRequest,
  context: RunContext,
  options: {
    onEvent: (event: GuardedEvent) => void
    graceMs: number
    clock: Clock
    costOf?: CostOf | undefined
    saveFile?: SaveFile | undefined
    /** The maximum size of an answer, in UTF-16 units. */
    maxChars?: number | undefined
    /**
     * Results of calls are added even after an abort. Not for agents: they report what they made of the stop, such as a
     * withdrawn command as a failed one.
     */
    keepsResults?: boolean | undefined
  },
): Promise<SourceOutcome> {
  const { signal } = context
  if (signal.aborted) return { kind: 'aborted' }

  let giveUp = doNothing
  let cancelGrace = doNothing
  /** The answer has reached its maximum size. Also withdraws the source's requests to the user, as a stop does. */
  const full = new AbortController()
  /** Ends the source, for any reason. */
  const ending = AbortSignal.any([signal, full.signal])
  const awaited = new AwaitedAnswer()
  let wasAwaited: { wasAwaited?: true } = {}
  const onEnding = () => {
    if (awaited.isAwaited) wasAwaited = { wasAwaited: true }
    cancelGrace = options.clock.after(options.graceMs, () => giveUp())
  }
  ending.addEventListener('abort', onEnding)
  const { maxChars = defaultSettings.maxAnswerChars } = options
  const size = new AnswerSize(maxChars)
  const fullOutcome: SourceOutcome = {
    kind: 'finished',
    reason: 'length',
    limit: { of: 'parley', chars: maxChars },
  }
  const endWhenFull = () => {
    if (size.isFull && !ending.aborted) full.abort(new StopSignal('length'))
  }
  const asked = <Question extends Omit<ApprovalRequest, 'approvalId'> | FormRequest>(
    question: Question,
  ): Question => {
    const bounded = boundFields(question)
    size.add(jsonChars(bounded))
    endWhenFull()
    full.signal.throwIfAborted()
    return bounded
  }
  const withdrawnBy = (withdrawal: AbortSignal | undefined) =>
    withdrawal === undefined ? full.signal : AbortSignal.any([withdrawal, full.signal])

  let finish: Omit<FinishEvent, 'type'> = { reason: 'end' }
  const outcome = (): SourceOutcome => {
    if (full.signal.aborted) return fullOutcome
    return signal.aborted ? { kind: 'aborted', ...wasAwaited } : { kind: 'finished', ...finish }
  }

  const isKeptAfterAbort = (event: SourceEvent) =>
    event.type === 'tool-result' && options.keepsResults === true
  const priced = new PricedUsage(options.costOf)
  let fileCount = 0
  const keptFile = (file: FileEvent) => {
    fileCount += 1
    return kept(file, ending, fileCount > maxFiles ? undefined : options.saveFile)
  }
  const reader = { hasFailed: false }
  const pass = (event: GuardedEvent) => {
    reader.hasFailed = true
    options.onEvent(event)
    reader.hasFailed = false
  }
  let generator: ReturnType<RunSource> | null = null
  try {
    generator = source(request, {
      ...context,
      signal: ending,
      onUpstreamOpened() {
        awaited.opened()
        context.onUpstreamOpened()
      },
      onUpstreamClosed() {
        awaited.closed()
        context.onUpstreamClosed()
      },
      addLate(event) {
        // A source that was ended has nothing more to say.
        const fitting = ending.aborted ? null : size.take(boundFields(event))
        if (fitting !== null && isLateEvent(fitting)) context.addLate?.(fitting)
      },
      requestForm: async (form, withdrawal) => context.requestForm(asked(form), withdrawnBy(withdrawal)),
      requestApproval: async (question, withdrawal) =>
        context.requestApproval(asked(question), withdrawnBy(withdrawal)),
    })
    for (let taken = 1; ; taken += 1) {
      // A source that is always ready must not starve the rest of the app.
      if (taken % eventsPerTurn === 0) await setImmediate()
      const next = generator.next()
      const step = await new Promise<IteratorResult<SourceEvent, void> | typeof abandoned>(
        (resolve, reject) => {
          giveUp = () => resolve(abandoned)
          next.then(resolve, reject)
        },
      )
      if (step === abandoned) {
        return full.signal.aborted ? fullOutcome : { kind: 'abandoned', ...wasAwaited }
      }
      if (step.done === true) return outcome()
      if (step.value.type === 'notice' && step.value.retryAt !== undefined) {
        const { cause } = step.value
        const isLost = cause !== undefined && mayHaveCost(cause)
        awaited.failed({ isLost })
        if (isLost) priced.addUnknown()
      }
      if (step.value.type === 'finish') {
        const { type: _type, ...given } = step.value
        finish = given
      } else if (step.value.type === 'pending') size.addPending(step.value.chars)
      else if (step.value.type === 'usage') {
        const { type, usage, charges } = step.value
        const counted = await priced.price(sanitizeUsage(usage), charges)
        // An estimate without a price says nothing.
        if (Object.keys(counted).length > 0) pass({ type, usage: counted })
      } else if (!ending.aborted || isKeptAfterAbort(step.value)) {
        const said = step.value.type === 'file' ? await keptFile(step.value) : boundFields(step.value)
        // If the run was stopped while the file was being stored, the file is not reported.
        const isLate = ending.aborted && !isKeptAfterAbort(step.value)
        const event = said === null || isLate ? null : size.take(said)
        if (event !== null) pass(event)
      }
      endWhenFull()
    }
  } catch (error) {
    if (reader.hasFailed) throw error
    return ending.aborted ? outcome() : { kind: 'failed', error }
  } finally {
    ending.removeEventListener('abort', onEnding)
    cancelGrace()
    // Ends a source that was abandoned, as soon as it resumes, and one whose reader failed. Its errors no longer matter
    // then.
    generator?.return().catch(doNothing)
  }
}

/**
 * The event for a file in an answer: its attachment, or a note that it could not be kept; null for one of a tool, whose
 * result names it.
 */
async function kept(
  { mediaType, bytes, toolCallId }: FileEvent,
  signal: AbortSignal,
  saveFile: SaveFile | undefined,
): Promise<GuardedEvent | null> {
  const isOfCall = toolCallId !== undefined
  const file = { name: `${isOfCall ? 'result' : 'answer'}.${subtypeOf(mediaType)}`, bytes }
  // Rejected if the disk is full or the file type is not supported. The answer continues without the file.
  const part = await saveFile?.(file, signal).catch(() => undefined)
  if (part !== undefined) return { type: 'attachment', part: isOfCall ? { ...part, toolCallId } : part }
  if (isOfCall) return null
  return { type: 'text-delta', text: lostFileText(mediaType, bytes.length) }
}

function doNothing(): void {}

/**
 * True if the provider may charge for a request of which nothing arrived and whose cost it did not report. A request
 * costs nothing if it was refused or not sent, or if the model is free.
 */
export function mayChargeUnanswered(outcome: SourceOutcome, isFree: boolean | undefined): boolean {
  if (isFree === true) return false
  if (outcome.kind === 'failed') return mayHaveCost(sourceError(outcome.error))
  return outcome.kind === 'finished' || outcome.wasAwaited === true
}

/** The error of a failed source for users: its own coded error, or INTERNAL for anything unexpected. */
export function sourceError(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error
  return failure('INTERNAL', 'answer', {}, error)
}

/** Bounds the depth of every foreign value in an event or request, so that it can be stored, sent and compared. */
function boundFields<Fields extends object>(fields: Fields): Fields {
  // One more level for the record itself.
  return boundDepth(fields, valueDepth + 1)
}

/** Tracks, by upstreams and notices, if a request of a source still awaits its answer or has lost it. */
class AwaitedAnswer {
  #openCount = 0
  #isAwaited = false
  #isLost = false

  get isAwaited(): boolean {
    return this.#isAwaited || this.#isLost
  }

  /** An upstream was opened for a request. */
  opened(): void {
    this.#openCount += 1
    this.#isAwaited = true
  }

  closed(): void {
    this.#openCount -= 1
    if (this.#openCount === 0) this.#isAwaited = false
  }

  /** The request has failed and will be sent again, on an upstream of its own. `isLost`: nothing has refused it. */
  failed({ isLost }: { isLost: boolean }): void {
    this.#isAwaited = false
    this.#isLost ||= isLost
  }
}

/** Adds the cost to a run's usage, unless its source has done so. */
class PricedUsage {
  readonly #costOf: CostOf
  #usage: Usage = {}
  #charges: Charges = {}
  #said: Cost | null = null
  #hasUnknown = false

  constructor(costOf: CostOf | undefined) {
    this.#costOf = costOf ?? ((_usage, charges = {}) => Promise.resolve(reportedCost(charges)))
  }

  /** The run has sent a request that was lost: its provider may charge for it, but nobody knows how much. */
  addUnknown(): void {
    this.#hasUnknown = true
  }

  /** Adds the cost of everything counted so far. Some providers report usage in several steps. */
  async price(counted: Usage, charges: Charges = {}): Promise<Usage> {
    const { costUsd: _cost, leastCostUsd: _leastCost, ...counts } = counted
    this.#usage = withLaterUsage(this.#usage, counts)
    this.#charges = { ...this.#charges, ...charges }
    const said = knownCost(counted)
    if (!hasCounts(counts) && Object.keys(charges).length === 0 && said === null) return counts
    // What was counted since the source named a cost may have cost more.
    this.#said = said ?? (this.#said && { ...this.#said, isAtLeast: true })
    const cost = this.#said ?? (await this.#costOf(this.#usage, this.#charges))
    if (cost === null) return counts
    const isAtLeast = cost.isAtLeast || (this.#hasUnknown && cost.usd > 0)
    return { ...counts, ...costFields({ ...cost, isAtLeast }) }
  }
}

/** Usage with only a model name has no counts: its cost is unknown, not zero. */
function hasCounts({ model: _answered, ...counts }: Usage): boolean {
  return Object.keys(counts).length > 0
}
