import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, QueuedId, RunId, SessionId } from '../../../shared/ids'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { MessageQueue } from '../../../shared/runs/queue'
import type { AttachmentPart, Receipt } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import type { NewId } from '../../base/new-id'
import type { ErrorSink } from '../../errors/error-sink'
import type { SessionLeases } from '../../leases/session-leases'
import type { QueuedMessages } from '../../store/composer/queued-messages'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns } from '../run/active-runs'
import type { RunOutcome } from '../run/run'
import { type AskAgain, askAgain, continueAnswer } from './run-questions'
import { assertChat, assertFitsTemporary, type RunStarter } from './run-starter'

interface RunManagerDeps {
  store: SessionStore
  leases: SessionLeases
  active: ActiveRuns
  starter: RunStarter
  queued: QueuedMessages
  clock: Clock
  newId: NewId
  errors: ErrorSink
}

/** A user's message, with its attachments and the model that should answer. */
interface NewMessage {
  sessionId: SessionId
  text: string
  attachments?: readonly AttachmentPart[] | undefined
  model?: string | undefined
}

/**
 * Owns the detached runs of chats, which continue without a watcher, and the messages that wait for them. Only a stop, a
 * watchdog, a replacement or quitting ends a run early. After a complete answer, a stop by the user or a replacement, the
 * first message of the session's queue is sent, and leaves the queue in the same transaction. After anything else the
 * queue is held until it is resumed or empty. Also stops direct runs, because a stop names a session.
 */
export class RunManager {
  readonly #deps: RunManagerDeps
  /** Sessions whose non-empty queue continues automatically. Not stored, so every queue is held after a restart. */
  readonly #flowing = new Set<SessionId>()
  readonly #queueChanged = new Emitter<SessionId>()
  #isClosed = false

  constructor(deps: RunManagerDeps) {
    this.#deps = deps
    deps.active.onEnded(({ run, outcome }) => {
      if (goesOnAfter(outcome)) this.#sendNext(run.spec.sessionId)
      else this.holdQueue(run.spec.sessionId)
    })
    deps.leases.onChanged((sessionId) => {
      if (!this.#flowing.has(sessionId)) return
      // When a run releases its lease, `onEnded` has not fired yet. It may still hold the queue.
      queueMicrotask(() => this.#sendNext(sessionId))
    })
  }

  /**
   * Stores the message and starts to answer it. With `queue`, a message for a busy session waits in the queue.
   * @throws RUN_ACTIVE, CANCELLED, NOT_FOUND, STORE_FULL, DEGRADED, or INVALID_INPUT in a pane; then nothing was stored
   */
  async send(
    { whenBusy, ...message }: NewMessage & { whenBusy?: 'reject' | 'queue' | 'replace' | undefined },
    signal?: AbortSignal,
  ): Promise<{ runId: RunId; messageId: MessageId; isQueued?: true }> {
    const { starter, store, leases, queued } = this.#deps
    const { sessionId, text, attachments, model } = message
    starter.assertAccepts()
    // Check before anything is stopped to make room.
    const session = store.getSession(sessionId)
    assertChat(session)
    assertFitsTemporary(session, { attachments: attachments ?? [] })
    if (whenBusy === 'queue' && (leases.isBusy(sessionId) || queued.count(sessionId) > 0)) {
      return this.#enqueue(message)
    }
    const question = { user: { text, attachments }, model }
    const run =
      whenBusy === 'replace'
        ? await starter.replace(sessionId, question, signal)
        : starter.start(sessionId, 'detached', question)
    return { runId: run.spec.runId, messageId: run.spec.messageId }
  }

  /** Adds another answer to a message, or to an edited copy of it, as in `askAgain`. */
  regenerate({ sessionId, ...again }: AskAgain & { sessionId: SessionId }): { runId: RunId } {
    const { starter, store } = this.#deps
    starter.assertAccepts()
    assertChat(store.getSession(sessionId))
    const run = starter.start(sessionId, 'detached', askAgain(store, sessionId, again))
    return { runId: run.spec.runId }
  }

  /** Continues an answer that ended early, as in `continueAnswer`. */
  continue(sessionId: SessionId, messageId: MessageId): { runId: RunId } {
    const { starter, store } = this.#deps
    starter.assertAccepts()
    assertChat(store.getSession(sessionId))
    const { question, continues } = continueAnswer(store, sessionId, messageId)
    return { runId: starter.start(sessionId, 'detached', question, { continues }).spec.runId }
  }

  /**
   * Stops the session's run of any kind and waits until it is saved and its upstream is closed. The queue then
   * continues unless `holdQueue` is set. A background run or a compaction saves no answer and has no receipt.
   */
  async stop(
    sessionId: SessionId,
    options: { holdQueue?: boolean } = {},
  ): Promise<{ stopped: boolean; receipt: Receipt | null }> {
    this.#deps.store.getSession(sessionId)
    if (options.holdQueue === true) this.holdQueue(sessionId)
    const run = this.#deps.active.get(sessionId)
    if (run === undefined) return { stopped: await this.#stopOther(sessionId), receipt: null }
    const receipt = await run.stop('user')
    return { stopped: receipt !== null, receipt }
  }

  /** Refuses new runs, then stops and saves every active run with `shutdown`. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#deps.starter.shut(failure('CANCELLED', 'quitting'))
    await Promise.all(this.#deps.active.list().map((run) => run.stop('shutdown')))
    this.#deps.active.saveAllUnsaved()
  }

  /** The messages of the session that wait. */
  queueOf(sessionId: SessionId): MessageQueue {
    const messages = this.#deps.queued
      .ofSession(sessionId)
      .map(({ sessionId: _session, runId: _run, messageId: _message, ...queued }) => queued)
    return { messages, isHeld: messages.length > 0 && !this.#flowing.has(sessionId) }
  }

  /** @throws NOT_FOUND the message no longer waits, or the session does not exist */
  editQueued(sessionId: SessionId, queuedId: QueuedId, text: string): void {
    this.#deps.store.getSession(sessionId)
    this.#deps.queued.setText(sessionId, queuedId, text)
    this.#queueChanged.fire(sessionId)
  }

  /**
   * Takes a message out of the queue and returns its content.
   * @throws NOT_FOUND it no longer waits, or the session does not exist
   */
  removeQueued(sessionId: SessionId, queuedId: QueuedId): { text: string; attachments?: AttachmentPart[] } {
    this.#deps.store.getSession(sessionId)
    const { text, attachments = [] } = this.#deps.queued.remove(sessionId, queuedId)
    this.#leftQueue(sessionId)
    return { text, ...(attachments.length === 0 ? {} : { attachments }) }
  }

  /** Stops the session's queue from continuing automatically. */
  holdQueue(sessionId: SessionId): void {
    if (this.#flowing.delete(sessionId)) this.#queueChanged.fire(sessionId)
  }

  /**
   * Resumes a held queue: its first message starts now, or when the session is free.
   * @throws NOT_FOUND, INVALID_INPUT in a pane, or why the first message could not start; the queue then stays held
   */
  resumeQueue(sessionId: SessionId): void {
    const { store, queued, leases } = this.#deps
    assertChat(store.getSession(sessionId))
    if (queued.count(sessionId) === 0) return
    this.#flowing.add(sessionId)
    this.#queueChanged.fire(sessionId)
    if (leases.isBusy(sessionId)) return
    try {
      this.#sendFirst(sessionId)
    } catch (error) {
      this.holdQueue(sessionId)
      throw error
    }
  }

  /** Calls `listener` when a session's queue, or whether it is held, has changed. */
  onQueueChanged(listener: (sessionId: SessionId) => void): Dispose {
    return this.#queueChanged.on(listener)
  }

  async #stopOther(sessionId: SessionId): Promise<boolean> {
    const holder = this.#deps.leases.holder(sessionId)
    if (holder?.finished === undefined) return false
    holder.stop('user')
    await holder.finished
    return true
  }

  /** Returns the ids that the run and the answer of the message will have. */
  #enqueue({ sessionId, text, attachments = [], model }: NewMessage): {
    runId: RunId
    messageId: MessageId
    isQueued: true
  } {
    const { queued, newId, clock } = this.#deps
    const count = queued.count(sessionId)
    if (count >= wireLimits.queuedMessages) {
      throw failure('INVALID_INPUT', 'queue-full', { field: 'whenBusy', count })
    }
    const runId = newId<RunId>()
    const messageId = newId<MessageId>()
    queued.add({
      id: newId<QueuedId>(),
      sessionId,
      runId,
      messageId,
      text,
      attachments: [...attachments],
      model,
      createdAt: clock.now(),
    })
    if (count === 0) this.#flowing.add(sessionId)
    this.#queueChanged.fire(sessionId)
    return { runId, messageId, isQueued: true }
  }

  #sendNext(sessionId: SessionId): void {
    if (this.#isClosed || !this.#flowing.has(sessionId) || this.#deps.leases.isBusy(sessionId)) return
    try {
      if (this.#isThere(sessionId)) this.#sendFirst(sessionId)
      else this.holdQueue(sessionId)
    } catch (error) {
      this.holdQueue(sessionId)
      this.#deps.errors.warning('queue', error)
    }
  }

  /** Synchronous: stores either everything or nothing. */
  #sendFirst(sessionId: SessionId): void {
    const { queued, starter } = this.#deps
    const next = queued.first(sessionId)
    if (next === null) return this.holdQueue(sessionId)
    const { runId, messageId, text, model, attachments } = next
    const extras = {
      ids: { runId, messageId },
      storing: <Stored>(store: () => Stored) => queued.removeWith(next, store),
    }
    starter.start(sessionId, 'detached', { user: { text, attachments }, model }, extras)
    this.#leftQueue(sessionId)
  }

  #leftQueue(sessionId: SessionId): void {
    if (this.#deps.queued.count(sessionId) === 0) this.#flowing.delete(sessionId)
    this.#queueChanged.fire(sessionId)
  }

  /** A deleted session keeps its queue in case it is restored. */
  #isThere(sessionId: SessionId): boolean {
    try {
      this.#deps.store.getSession(sessionId)
      return true
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'NOT_FOUND') return false
      throw error
    }
  }
}

/** The queue continues if the answer is complete, or the user ended it in order to continue. */
function goesOnAfter({ status, message: { stopReason } }: RunOutcome): boolean {
  return status === 'completed' || stopReason === 'user' || stopReason === 'replaced'
}
