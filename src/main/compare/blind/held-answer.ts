import type { StreamEnd } from '../../../shared/rpc/frames'
import type {
  RunEvent,
  RunEventBody,
  RunSnapshot,
  RunStatus,
  StreamControlEvent,
  WatchEvent,
} from '../../../shared/runs/events'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../../shared/runs/reduce-run'
import { assertNever } from '../../../shared/invariant'
import type { MessageId } from '../../../shared/ids'
import type { Message, StopReason } from '../../../shared/sessions/messages'
import type { Dispose } from '../../base/dispose'
import type { CloseCause, EventSource } from '../../streams/event-source'
import { hiddenApproval, hiddenDecision, hiddenError, hiddenReason, unknownMetrics } from './hidden-parts'

type Sync = Extract<StreamControlEvent, { type: 'session-sync' }>
type RunEnd = Extract<RunEvent, { type: 'run-end' }>

const takenAtOnce = 512

const endStatus: Record<Message['status'], RunStatus> = {
  complete: 'completed',
  partial: 'stopped',
  failed: 'failed',
  streaming: 'stopped',
}

/** What a held stream asks about its comparison. */
export interface HeldAnswerDeps {
  /** The answers of the comparison must not appear yet. */
  isHeld: () => boolean
  /** The answer of this pane that must not appear yet, if it has one. */
  heldAnswer: () => MessageId | null
  /** The contestants are hidden. */
  isHidden: () => boolean
  showMessage: (message: Message) => Message
  /** Why the round of this answer was stopped; null if it was not. */
  stopReasonOf: (messageId: MessageId) => StopReason | null
  showSync: (sync: Sync) => Sync
  onReleased: (listener: () => void) => Dispose
  /** The stream is the run, as in `pane.run`: its end is the end of the answer. */
  ownsRun: boolean
}

/**
 * The stream of a blind pane. The start of a run passes immediately, and its answer in one piece when all panes have
 * ended. Approval requests and forms pass, because the run waits for them. Events are renumbered: the number of the
 * last one would reveal how many there were.
 */
export class HeldAnswer implements EventSource<WatchEvent> {
  readonly #source: EventSource<WatchEvent>
  readonly #deps: HeldAnswerDeps
  readonly #ready: WatchEvent[] = []
  readonly #asked = new Set<string>()
  #messageId: MessageId | null = null
  #state: RunSnapshot | null = null
  #seq = 0
  #ended: { event: RunEnd; before: RunSnapshot } | null = null
  #sync: Sync | null = null
  #isClosed = false
  #end: StreamEnd | null = null

  constructor(source: EventSource<WatchEvent>, deps: HeldAnswerDeps) {
    this.#source = source
    this.#deps = deps
  }

  get end(): StreamEnd | null {
    return this.#ready.length === 0 ? this.#end : null
  }

  take(max: number): WatchEvent[] {
    this.#pump()
    return this.#ready.splice(0, max)
  }

  onReadable(listener: (urgent: boolean) => void): Dispose {
    const onMore = () => {
      this.#pump()
      if (this.#ready.length > 0 || this.#end !== null) listener(true)
    }
    const stopSource = this.#source.onReadable(onMore)
    const stopReleased = this.#deps.onReleased(onMore)
    return () => {
      stopSource()
      stopReleased()
    }
  }

  close(cause: CloseCause): void {
    this.#isClosed = true
    this.#source.close(cause)
  }

  #pump(): void {
    for (;;) {
      const events = this.#source.take(takenAtOnce)
      if (events.length === 0) break
      for (const event of events) this.#receive(event)
    }
    const isHeld = this.#deps.isHeld()
    if (!isHeld) this.#release()
    const { end } = this.#source
    // Before its first event, an answer has nothing to hide but its error.
    const mayEnd = !isHeld || this.#state === null || (this.#isClosed && !this.#deps.ownsRun)
    if (end !== null && mayEnd) this.#end ??= this.#shownEnd(end)
  }

  #receive(event: WatchEvent): void {
    if ('seq' in event) return this.#receiveRunEvent(event)
    switch (event.type) {
      case 'stream-start': {
        const { parent } = event
        this.#seq = 0
        this.#messageId = event.messageId
        this.#ended = null
        this.#asked.clear()
        const startedAt = parent?.createdAt ?? 0
        this.#state = emptySnapshot(unansweredMessage({ ...event, parentId: parent?.id ?? null, startedAt }))
        this.#ready.push({ ...event, parent: parent === null ? null : this.#deps.showMessage(parent) })
        return
      }
      case 'replay-start':
        if (event.snapshot !== undefined) this.#state = event.snapshot
        this.#begin()
        return
      case 'session-sync':
        this.#receiveSync(event)
        return
      case 'replay-end':
      case 'queue':
        return
      default:
        assertNever(event)
    }
  }

  #receiveSync(sync: Sync): void {
    this.#sync = sync
    if (this.#state !== null || !this.#deps.isHeld()) return
    // This watcher joined while the answers are held, so it sees the answer as still being written.
    this.#ready.push(this.#deps.showSync(sync))
    this.#sync = null
    const heldId = this.#deps.heldAnswer()
    const answer = sync.messages.find(({ id }) => id === heldId)
    if (answer?.runId === undefined) return
    const { id: messageId, sessionId, runId, stopReason = 'end', metrics = unknownMetrics, receipt } = answer
    const parent = sync.messages.find(({ id }) => id === answer.parentId) ?? null
    this.#receive({ type: 'stream-start', runId, sessionId, messageId, parent })
    this.#begin()
    const { stopReason: _reason, metrics: _metrics, receipt: _receipt, ...unfinished } = answer
    const before = emptySnapshot({ ...unfinished, status: 'streaming' })
    const status = endStatus[answer.status]
    const end = { type: 'run-end' as const, status, reason: stopReason, metrics, seq: 0 }
    this.#ended = { event: receipt === undefined ? end : { ...end, receipt }, before }
  }

  #receiveRunEvent(event: RunEvent): void {
    if (this.#state === null) return
    const before = this.#state
    this.#state = applyRunEvent(before, event)
    if (event.type === 'run-start') this.#begin()
    else if (event.type === 'run-end') this.#ended = { event, before }
    else this.#ask()
    if (event.type === 'approval-answered') this.#pass(hiddenDecision(event), event.approvalId)
    if (event.type === 'form-answered') this.#pass(event, event.formId)
  }

  /** Announces the run, unless that has been done, and what it waits for. */
  #begin(): void {
    if (this.#state === null) return
    const { id, runId, sessionId, createdAt } = this.#state.message
    if (this.#seq === 0 && runId !== undefined) {
      const start = { type: 'run-start', runId, sessionId, messageId: id, startedAt: createdAt } as const
      // Without the model, which must stay hidden.
      this.#append(start as RunEventBody)
    }
    this.#ask()
  }

  #ask(): void {
    const { approvals, forms } = this.#state?.pending ?? { approvals: [], forms: [] }
    for (const approval of approvals) {
      if (this.#isNew(approval.approvalId)) {
        this.#append({ type: 'approval-request', ...hiddenApproval(approval) })
      }
    }
    for (const form of forms) {
      if (this.#isNew(form.formId)) this.#append({ type: 'form-request', ...form })
    }
  }

  #isNew(id: string): boolean {
    if (this.#asked.has(id)) return false
    this.#asked.add(id)
    return true
  }

  /** Passes the user's decision if its request has been passed. */
  #pass(event: RunEventBody, id: string): void {
    if (this.#asked.has(id)) this.#append(event)
  }

  #release(): void {
    const { isHidden, showMessage, showSync } = this.#deps
    if (this.#ended !== null) {
      const { event, before } = this.#ended
      this.#ended = null
      this.#state = null
      const { status, reason, metrics, receipt } = event
      const message = showMessage(before.message)
      const snapshot = {
        message,
        pending: { approvals: [], forms: [] },
        notices: isHidden() ? [] : before.notices,
      }
      this.#ready.push(
        { type: 'replay-start', count: 0, throughSeq: this.#seq, snapshot },
        { type: 'replay-end' },
      )
      this.#append(
        isHidden()
          ? { type: 'run-end', ...this.#hiddenEnd({ status, reason }), metrics: unknownMetrics }
          : { type: 'run-end', status, reason, metrics, ...(receipt === undefined ? {} : { receipt }) },
      )
    }
    if (this.#sync !== null) {
      this.#ready.push(showSync(this.#sync))
      this.#sync = null
    }
  }

  /** In a stopped round, an answer that is complete would be recognisable as a fast one. */
  #hiddenEnd({ status, reason }: Pick<RunEnd, 'status' | 'reason'>): Pick<RunEnd, 'status' | 'reason'> {
    const stopReason = this.#messageId === null ? null : this.#deps.stopReasonOf(this.#messageId)
    return stopReason === null || status === 'failed'
      ? { status, reason: hiddenReason(reason) }
      : { status: 'stopped', reason: stopReason }
  }

  #shownEnd(end: StreamEnd): StreamEnd {
    if (!this.#deps.isHidden()) return end
    const { reason, messageId, error } = end
    const isInStoppedRound = this.#messageId !== null && this.#deps.stopReasonOf(this.#messageId) !== null
    return {
      reason: reason === 'completed' && isInStoppedRound ? 'stopped' : reason,
      ...(messageId === undefined ? {} : { messageId }),
      ...(error === undefined ? {} : { error: hiddenError(error) }),
    }
  }

  #append(body: RunEventBody): void {
    this.#seq += 1
    const event: RunEvent = { ...body, seq: this.#seq }
    this.#ready.push(event)
  }
}
