import { failure } from '../../../shared/failures/failure'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart, Receipt } from '../../../shared/sessions/messages'
import { assertChat } from './assert-chat'
import type { SessionLeases } from '../../leases/session-leases'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns } from '../run/active-runs'
import { BackgroundRun } from './background-run'
import type { RunQueue } from './run-queue'
import type { RunStarter } from './run-starter'

/**
 * Owns the detached runs: those of chats, which go on whoever watches. Nothing ends one but a stop, a watchdog,
 * being replaced, or quitting. It also stops direct runs on request, since a stop names a session.
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
   * Stores the message and begins to answer it; one that may wait in a session that is busy does.
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
    // Before anything is stopped to make room for it.
    assertChat(this.#store.getSession(input.sessionId))
    if (input.whenBusy === 'queue' && this.#queue.mustWait(input.sessionId)) return this.#queue.add(input)
    const { sessionId, text, attachments, model } = input
    const question = { user: { text, attachments }, model }
    const run =
      input.whenBusy === 'replace'
        ? await this.#starter.replace(sessionId, question, signal)
        : this.#starter.start(sessionId, 'detached', question)
    return { runId: run.spec.runId, messageId: run.spec.messageId }
  }

  /**
   * Answers a message again, beside the answers it has; with `text`, an edited copy of a user message, which keeps its
   * files unless others are given. It is answered by the model that the question names, unless another is given.
   */
  regenerate(input: {
    sessionId: SessionId
    messageId: MessageId
    text?: string | undefined
    attachments?: readonly AttachmentPart[] | undefined
    model?: string | undefined
  }): { runId: RunId } {
    this.#starter.assertAccepts()
    assertChat(this.#store.getSession(input.sessionId))
    const message = this.#store.getMessage(input.sessionId, input.messageId)
    if (message.role !== 'user' && message.role !== 'assistant') {
      throw failure('INVALID_INPUT', 'wrong-message', { field: 'messageId' })
    }
    if (input.text !== undefined && message.role !== 'user') {
      throw failure('INVALID_INPUT', 'only-user-message-edited', { field: 'text' })
    }
    if (input.attachments !== undefined && input.text === undefined) {
      throw failure('INVALID_INPUT', 'only-with-text', { field: 'attachments' })
    }
    const attachments = input.attachments ?? message.parts.filter((part) => part.type === 'attachment')
    const isAnswer = message.role === 'assistant'
    const question =
      isAnswer && message.parentId !== null
        ? this.#store.getMessage(input.sessionId, message.parentId)
        : message
    const model = input.model ?? (question.role === 'user' ? question.model : undefined)
    const asked =
      input.text === undefined
        ? { parentId: isAnswer ? message.parentId : message.id }
        : { user: { text: input.text, attachments }, parentId: message.parentId }
    const run = this.#starter.start(input.sessionId, 'detached', { ...asked, model })
    return { runId: run.spec.runId }
  }

  /**
   * Stops the session's run, whatever its kind, and waits until it is saved and its upstream gone. What waits in the
   * queue then begins, unless it is to be held. A background run, which saves nothing, has no receipt.
   */
  async stop(
    sessionId: SessionId,
    options: { holdQueue?: boolean } = {},
  ): Promise<{ stopped: boolean; receipt: Receipt | null }> {
    this.#store.getSession(sessionId)
    if (options.holdQueue === true) this.#queue.hold(sessionId)
    const run = this.#active.get(sessionId)
    if (run === undefined) return { stopped: await this.#stopBackground(sessionId), receipt: null }
    const receipt = await run.stop('user')
    return { stopped: receipt !== null, receipt }
  }

  async #stopBackground(sessionId: SessionId): Promise<boolean> {
    const holder = this.#leases.holder(sessionId)
    if (!(holder instanceof BackgroundRun)) return false
    holder.stop('user')
    await holder.finished
    return true
  }

  /** Ends everything for `shutdown`, each saved; then no run begins any more. */
  async close(): Promise<void> {
    this.#queue.close()
    this.#starter.shut(failure('CANCELLED', 'quitting'))
    await Promise.all(this.#active.list().map((run) => run.stop('shutdown')))
    this.#active.saveAllUnsaved()
  }
}
