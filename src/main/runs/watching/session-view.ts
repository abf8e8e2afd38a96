import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { StreamControlEvent } from '../../../shared/runs/events'
import type { MessageQueue } from '../../../shared/runs/queue'
import type { PathPage, Session } from '../../../shared/sessions/sessions'
import { Emitter } from '../../base/emitter'
import type { SessionLeases } from '../../leases/session-leases'
import type { PathRequest } from '../../store/messages/message-path'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns } from '../run/active-runs'
import type { Compactions } from '../compaction/compactions'
import type { RunManager } from '../starting/run-manager'

/** Reads a session: the stored messages, plus an answer that the disk refused. */
export class SessionView {
  readonly #store: SessionStore
  readonly #active: ActiveRuns
  readonly #leases: SessionLeases
  readonly #manager: Pick<RunManager, 'queueOf' | 'onQueueChanged'>
  readonly #compactions: Pick<Compactions, 'stateOf'>
  readonly #changed = new Emitter<{ sessionId: SessionId; isDeleted: boolean }>()
  readonly #seen = new Emitter<SessionId>()

  constructor(deps: {
    store: SessionStore
    active: ActiveRuns
    leases: SessionLeases
    manager: Pick<RunManager, 'queueOf' | 'onQueueChanged'>
    compactions: Pick<Compactions, 'stateOf'>
  }) {
    this.#store = deps.store
    this.#active = deps.active
    this.#leases = deps.leases
    this.#manager = deps.manager
    this.#compactions = deps.compactions
  }

  /** @throws NOT_FOUND */
  assertExists(sessionId: SessionId): void {
    this.#store.getSession(sessionId)
  }

  /** One page of the path, by default all of it. @throws NOT_FOUND */
  get(sessionId: SessionId, request: PathRequest = {}): { session: Session; failure?: ErrorData } & PathPage {
    const session = this.#store.getSession(sessionId)
    const page = this.#store.readPath(sessionId, request)
    const unsaved = this.#active.unsaved(sessionId)
    // The unsaved answer is on the path only if it would have become the leaf.
    const isShown = !page.hasNewer && unsaved !== null && unsaved.parentId === this.#store.leafOf(sessionId)
    const failure = this.#active.failure(sessionId)
    const isFailureShown = page.messages.some(({ id }) => id === failure?.answerId)
    return {
      session,
      ...page,
      messages: isShown ? [...page.messages, unsaved] : page.messages,
      ...(failure !== null && isFailureShown ? { failure: failure.error } : {}),
    }
  }

  /**
   * True while an answer or a compaction holds the session. Title generation does not count, because it yields to
   * anything.
   */
  isRunning(sessionId: SessionId): boolean {
    const kind = this.#leases.holder(sessionId)?.kind
    return kind === 'detached' || kind === 'direct' || kind === 'compaction'
  }

  /** The session's state as lists show it. */
  runState(sessionId: SessionId): { running: boolean; needsDecision?: true } {
    const isWaiting = this.#active.get(sessionId)?.isWaiting === true
    return { running: this.isRunning(sessionId), ...(isWaiting ? { needsDecision: true } : {}) }
  }

  /** The stored state for a watcher. `running` without `runId`: a background run holds the session. */
  sync(sessionId: SessionId): Extract<StreamControlEvent, { type: 'session-sync' }> {
    const { hasNewer: _newest, ...page } = this.get(sessionId, { limit: wireLimits.syncPageMessages })
    const runId = this.#active.get(sessionId)?.spec.runId
    return {
      type: 'session-sync',
      ...this.#compactions.stateOf(sessionId),
      ...page,
      running: this.isRunning(sessionId) || this.#leases.holder(sessionId)?.kind === 'background',
      ...(runId === undefined ? {} : { runId }),
      queue: this.queueOf(sessionId),
    }
  }

  /** The messages that wait to be sent in the session. */
  queueOf(sessionId: SessionId): MessageQueue {
    return this.#manager.queueOf(sessionId)
  }

  onQueueChanged(listener: (sessionId: SessionId) => void) {
    return this.#manager.onQueueChanged(listener)
  }

  /** The message that `message` answers. */
  parentOf(message: Message): Message | null {
    return message.parentId === null ? null : this.#store.getMessage(message.sessionId, message.parentId)
  }

  /** Notifies watchers and windows that the stored session has changed. */
  announce(sessionId: SessionId, isDeleted = false): void {
    this.#changed.fire({ sessionId, isDeleted })
  }

  /** Notifies windows that a window has shown the session. Lists show that; watchers have nothing to read again. */
  announceSeen(sessionId: SessionId): void {
    this.#seen.fire(sessionId)
  }

  onSeen(listener: (sessionId: SessionId) => void) {
    return this.#seen.on(listener)
  }

  onChanged(listener: (changed: { sessionId: SessionId; isDeleted: boolean }) => void) {
    return this.#changed.on(listener)
  }
}
