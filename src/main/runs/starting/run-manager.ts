import { failure } from '../../../shared/failures/failure'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart, Receipt } from '../../../shared/sessions/messages'
import { type AskAgain, askAgain } from './ask-again'
import { assertChat, assertFitsTemporary } from './assert-chat'
import { continueAnswer } from './continue-answer'
import type { SessionLeases } from '../../leases/session-leases'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns } from '../run/active-runs'
import type { RunQueue } from './run-queue'
import type { RunStarter } from './run-starter'

/**
 * Owns the detached runs of chats, which continue without a watcher. Only a stop, a watchdog, a replacement or quitting
 * ends one. Also stops direct runs, because a stop names a session.
 */
export class RunManager {
  readonly #store: SessionStore
  readonly #leases: SessionLeases
  readonly #active: ActiveRuns
  readonly #starter: RunStarter
  readonly #queue: RunQueue

  constructor(deps: {
    store: SessionStore
    leases: SessionLeases
    active: ActiveRuns
    starter: RunStarter
    queue: RunQueue
  }) {
    this.#store = deps.store
    this.#leases = deps.leases
    this.#active = deps.active
    this.#starter = deps.starter
    this.#queue = deps.queue
  }

  /**
   * Stores the message and starts to answer it. With `queue`, a message for a busy session waits in the queue.
   * @throws RUN_ACTIVE, CANCELLED, NOT_FOUND, STORE_FULL, DEGRADED, or INVALID_INPUT in a pane; then nothing was stored
   */
  async send(
    input: {
      sessionId: SessionId
      text: string
      attachments?: readonly AttachmentPart[] | undefined
      model?: string | undefined
      whenBusy?: 'reject' | 'queue' | 'replace' | undefined
    },
    signal?: AbortSignal,
  ): Promise<{ runId: RunId; messageId: MessageId; isQueued?: true }> {
    this.#starter.assertAccepts()
    // Check before anything is stopped to make room.
    const session = this.#store.getSession(input.sessionId)
    assertChat(session)
    assertFitsTemporary(session, { attachments: input.attachments ?? [] })
    if (input.whenBusy === 'queue' && this.#queue.mustWait(input.sessionId)) return this.#queue.add(input)
    const { sessionId, text, attachments, model } = input
    const question = { user: { text, attachments }, model }
    const run =
      input.whenBusy === 'replace'
        ? await this.#starter.replace(sessionId, question, signal)
        : this.#starter.start(sessionId, 'detached', question)
    return { runId: run.spec.runId, messageId: run.spec.messageId }
  }

  /** Adds another answer to a message, or to an edited copy of it, as in `askAgain`. */
  regenerate({ sessionId, ...again }: AskAgain & { sessionId: SessionId }): { runId: RunId } {
    this.#starter.assertAccepts()
    assertChat(this.#store.getSession(sessionId))
    const run = this.#starter.start(sessionId, 'detached', askAgain(this.#store, sessionId, again))
    return { runId: run.spec.runId }
  }

  /** Continues an answer that ended early, as in `continueAnswer`. */
  continue(sessionId: SessionId, messageId: MessageId): { runId: RunId } {
    this.#starter.assertAccepts()
    assertChat(this.#store.getSession(sessionId))
    const { question, continues } = continueAnswer(this.#store, sessionId, messageId)
    return { runId: this.#starter.start(sessionId, 'detached', question, { continues }).spec.runId }
  }

  /**
   * Stops the session's run of any kind and waits until it is saved and its upstream is closed. The queue then
   * continues unless `holdQueue` is set. A background run or a compaction saves no answer and has no receipt.
   */
  async stop(
    sessionId: SessionId,
    options: { holdQueue?: boolean } = {},
  ): Promise<{ stopped: boolean; receipt: Receipt | null }> {
    this.#store.getSession(sessionId)
    if (options.holdQueue === true) this.#queue.hold(sessionId)
    const run = this.#active.get(sessionId)
    if (run === undefined) return { stopped: await this.#stopOther(sessionId), receipt: null }
    const receipt = await run.stop('user')
    return { stopped: receipt !== null, receipt }
  }

  async #stopOther(sessionId: SessionId): Promise<boolean> {
    const holder = this.#leases.holder(sessionId)
    if (holder?.finished === undefined) return false
    holder.stop('user')
    await holder.finished
    return true
  }

  /** Refuses new runs, then stops and saves every active run with `shutdown`. */
  async close(): Promise<void> {
    this.#queue.close()
    this.#starter.shut(failure('CANCELLED', 'quitting'))
    await Promise.all(this.#active.list().map((run) => run.stop('shutdown')))
    this.#active.saveAllUnsaved()
  }
}
