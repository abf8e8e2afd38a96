import type { MessageId, SessionId } from '../../shared/ids'
import type { Message } from '../../shared/messages'
import { wireLimits } from '../../shared/rpc/limits'
import type { StreamControlEvent } from '../../shared/runs/events'
import type { Session } from '../../shared/sessions'
import { Emitter } from '../base/emitter'
import type { SessionLeases } from '../sessions/lease'
import type { SessionStore } from '../sessions/session-store'
import type { ActiveRuns } from './active-runs'

/** A session as it is read: what the store has, and an answer that the disk refused. */
export class SessionView {
  readonly #store: SessionStore
  readonly #active: ActiveRuns
  readonly #leases: SessionLeases
  readonly #changed = new Emitter<{ sessionId: SessionId; isDeleted: boolean }>()

  constructor(deps: { store: SessionStore; active: ActiveRuns; leases: SessionLeases }) {
    this.#store = deps.store
    this.#active = deps.active
    this.#leases = deps.leases
  }

  /** @throws NOT_FOUND */
  assertExists(sessionId: SessionId): void {
    this.#store.getSession(sessionId)
  }

  /** The newest page of the path. @throws NOT_FOUND */
  get(
    sessionId: SessionId,
    page: { limit?: number; before?: MessageId } = {},
  ): { session: Session; messages: Message[]; hasMore: boolean } {
    const session = this.#store.getSession(sessionId)
    const { messages, hasMore } = this.#store.readPath(sessionId, page)
    const unsaved = page.before === undefined ? this.#active.unsaved(sessionId) : null
    return { session, messages: unsaved === null ? messages : [...messages, unsaved], hasMore }
  }

  /** True while a run holds the session, also one that has nothing to show. */
  isRunning(sessionId: SessionId): boolean {
    const holder = this.#leases.holder(sessionId)
    return holder !== null && holder.kind !== 'operation'
  }

  /** The stored truth, as a watcher gets it. */
  sync(sessionId: SessionId): Extract<StreamControlEvent, { type: 'session-sync' }> {
    const { session, messages, hasMore } = this.get(sessionId, { limit: wireLimits.syncPageMessages })
    const runId = this.#active.get(sessionId)?.spec.runId
    return {
      type: 'session-sync',
      session,
      messages,
      hasMore,
      running: this.isRunning(sessionId),
      ...(runId === undefined ? {} : { runId }),
    }
  }

  /** The message that `message` answers. */
  parentOf(message: Message): Message | null {
    return message.parentId === null ? null : this.#store.getMessage(message.sessionId, message.parentId)
  }

  /** Tells watchers and windows that the stored session is another than before. */
  announce(sessionId: SessionId, isDeleted = false): void {
    this.#changed.fire({ sessionId, isDeleted })
  }

  onChanged(listener: (changed: { sessionId: SessionId; isDeleted: boolean }) => void) {
    return this.#changed.on(listener)
  }
}
