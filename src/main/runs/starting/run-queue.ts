import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, QueuedId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { MessageQueue } from '../../../shared/runs/queue'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import type { ErrorSink } from '../../errors/error-sink'
import type { NewId } from '../../base/new-id'
import { assertChat } from './assert-chat'
import type { SessionLeases } from '../../leases/session-leases'
import type { QueuedMessages } from '../../store/composer/queued-messages'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns } from '../run/active-runs'
import type { RunOutcome } from '../run/run-spec'
import type { RunStarter } from './run-starter'

/**
 * The messages that wait to be sent, by session. The first one starts as soon as nothing else holds the session, and
 * leaves the queue in the same step. A held queue waits until it is resumed or empty.
 */
export class RunQueue {
  readonly #messages: QueuedMessages
  readonly #store: SessionStore
  readonly #leases: SessionLeases
  readonly #starter: RunStarter
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #errors: ErrorSink
  /** Sessions whose non-empty queue continues automatically. Not stored, so every queue is held after a restart. */
  readonly #flowing = new Set<SessionId>()
  readonly #changed = new Emitter<SessionId>()
  #isClosed = false

  constructor(deps: {
    messages: QueuedMessages
    store: SessionStore
    leases: SessionLeases
    active: ActiveRuns
    starter: RunStarter
    clock: Clock
    newId: NewId
    errors: ErrorSink
  }) {
    this.#messages = deps.messages
    this.#store = deps.store
    this.#leases = deps.leases
    this.#starter = deps.starter
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#errors = deps.errors
    deps.active.onEnded(({ run, outcome }) => {
      if (goesOnAfter(outcome)) this.#beginNext(run.spec.sessionId)
      else this.hold(run.spec.sessionId)
    })
    deps.leases.onChanged((sessionId) => {
      if (!this.#flowing.has(sessionId)) return
      // When a run releases its lease, `onEnded` has not fired yet. It may still hold the queue.
      queueMicrotask(() => this.#beginNext(sessionId))
    })
  }

  of(sessionId: SessionId): MessageQueue {
    const messages = this.#messages
      .ofSession(sessionId)
      .map(({ sessionId: _session, runId: _run, messageId: _message, ...queued }) => queued)
    return { messages, isHeld: messages.length > 0 && !this.#flowing.has(sessionId) }
  }

  /** Whether a new message must wait, because something runs or other messages wait. */
  mustWait(sessionId: SessionId): boolean {
    return this.#leases.isBusy(sessionId) || this.#messages.count(sessionId) > 0
  }

  /** Appends a message. Returns the ids that its run and answer will have. */
  add(input: {
    sessionId: SessionId
    text: string
    attachments?: readonly AttachmentPart[] | undefined
    model?: string | undefined
  }): { runId: RunId; messageId: MessageId; isQueued: true } {
    const { sessionId, text, attachments = [], model } = input
    const count = this.#messages.count(sessionId)
    if (count >= wireLimits.queuedMessages) {
      throw failure('INVALID_INPUT', 'queue-full', { field: 'whenBusy', count })
    }
    const runId = this.#newId<RunId>()
    const messageId = this.#newId<MessageId>()
    const id = this.#newId<QueuedId>()
    const createdAt = this.#clock.now()
    this.#messages.add({
      id,
      sessionId,
      runId,
      messageId,
      text,
      attachments: [...attachments],
      model,
      createdAt,
    })
    if (count === 0) this.#flowing.add(sessionId)
    this.#changed.fire(sessionId)
    return { runId, messageId, isQueued: true }
  }

  /** @throws NOT_FOUND the message no longer waits, or the session does not exist */
  edit(sessionId: SessionId, queuedId: QueuedId, text: string): void {
    this.#store.getSession(sessionId)
    this.#messages.setText(sessionId, queuedId, text)
    this.#changed.fire(sessionId)
  }

  /** Removes a message and returns its content. @throws NOT_FOUND it no longer waits, or the session does not exist */
  remove(sessionId: SessionId, queuedId: QueuedId): { text: string; attachments?: AttachmentPart[] } {
    this.#store.getSession(sessionId)
    const { text, attachments = [] } = this.#messages.remove(sessionId, queuedId)
    this.#left(sessionId)
    return { text, ...(attachments.length === 0 ? {} : { attachments }) }
  }

  /** Stops the session's queue from continuing automatically. */
  hold(sessionId: SessionId): void {
    if (this.#flowing.delete(sessionId)) this.#changed.fire(sessionId)
  }

  /**
   * Resumes a held queue: its first message starts now, or when the session is free.
   * @throws NOT_FOUND, INVALID_INPUT in a pane, or why the first message could not start; the queue then stays held
   */
  resume(sessionId: SessionId): void {
    assertChat(this.#store.getSession(sessionId))
    if (this.#messages.count(sessionId) === 0) return
    this.#flowing.add(sessionId)
    this.#changed.fire(sessionId)
    if (this.#leases.isBusy(sessionId)) return
    try {
      this.#begin(sessionId)
    } catch (error) {
      this.hold(sessionId)
      throw error
    }
  }

  /** Stops all queues because the app is closing. */
  close(): void {
    this.#isClosed = true
  }

  /** Calls `listener` when a session's queue, or whether it is held, has changed. */
  onChanged(listener: (sessionId: SessionId) => void): Dispose {
    return this.#changed.on(listener)
  }

  #beginNext(sessionId: SessionId): void {
    if (this.#isClosed || !this.#flowing.has(sessionId) || this.#leases.isBusy(sessionId)) return
    try {
      if (this.#isThere(sessionId)) this.#begin(sessionId)
      else this.hold(sessionId)
    } catch (error) {
      this.hold(sessionId)
      this.#errors.warning('queue', error)
    }
  }

  /** Synchronous: stores either everything or nothing. */
  #begin(sessionId: SessionId): void {
    const next = this.#messages.first(sessionId)
    if (next === null) return this.hold(sessionId)
    const { runId, messageId, text, model, attachments } = next
    const queued = {
      ids: { runId, messageId },
      storing: <Stored>(store: () => Stored) => this.#messages.removeWith(next, store),
    }
    this.#starter.start(sessionId, 'detached', { user: { text, attachments }, model }, queued)
    this.#left(sessionId)
  }

  #left(sessionId: SessionId): void {
    if (this.#messages.count(sessionId) === 0) this.#flowing.delete(sessionId)
    this.#changed.fire(sessionId)
  }

  /** A deleted session keeps its queue in case it is restored. */
  #isThere(sessionId: SessionId): boolean {
    try {
      this.#store.getSession(sessionId)
      return true
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'NOT_FOUND') return false
      throw error
    }
  }
}

/** Whether the queue continues: the answer is complete, or the user ended it in order to continue. */
function goesOnAfter({ status, message: { stopReason } }: RunOutcome): boolean {
  return status === 'completed' || stopReason === 'user' || stopReason === 'replaced'
}
