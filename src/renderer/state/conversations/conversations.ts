import type { SessionId } from '../../../shared/ids'
import type { Session } from '../../../shared/sessions/sessions'
import { ConversationStore } from './conversation-store'
import type { Environment } from '../../browser/environment'
import { FrameQueue } from './frame-queue'

/** The number of hidden conversations that are kept for a quick return. */
const keptIdle = 12

/** All conversations of this window, one object per session. */
export class Conversations {
  readonly #environment: Environment
  readonly #frames: FrameQueue
  /** Least recently used first. */
  readonly #bySession = new Map<SessionId, ConversationStore>()

  constructor(environment: Environment) {
    this.#environment = environment
    this.#frames = new FrameQueue((callback, options) => environment.nextFrame(callback, options))
  }

  of(sessionId: SessionId): ConversationStore {
    const known = this.#bySession.get(sessionId)
    const conversation = known ?? new ConversationStore(this.#environment, this.#frames, sessionId)
    this.#bySession.delete(sessionId)
    this.#bySession.set(sessionId, conversation)
    if (known === undefined) this.#forgetOldest()
    return conversation
  }

  /** The number of runs that would end with this window. */
  get drivenCount(): number {
    return this.#bySession.values().reduce((count, conversation) => count + Number(conversation.isDriving), 0)
  }

  /** The session exists: if it is shown and its watch has ended, watches it again. */
  resume(sessionId: SessionId): void {
    this.#bySession.get(sessionId)?.resume()
  }

  /** The session has changed; a conversation that nobody has looked at does not need to know. */
  update(session: Session): void {
    this.#bySession.get(session.id)?.setSession(session)
  }

  /** True if this window still treats a chat as temporary although another window has kept it. */
  wasTemporary({ id, isTemporary }: Session): boolean {
    const known = this.#bySession.get(id)?.store.getState().session
    return isTemporary !== true && known?.isTemporary === true
  }

  /** Main has recovered: shown conversations are watched again. */
  recover(): void {
    for (const conversation of this.#bySession.values()) conversation.recover()
  }

  #forgetOldest(): void {
    const idle = [...this.#bySession.values()].filter((conversation) => !conversation.isInUse)
    // The newest was just requested and is about to be shown.
    const surplus = idle.slice(0, Math.max(0, idle.length - 1 - keptIdle))
    for (const conversation of surplus) this.#bySession.delete(conversation.sessionId)
  }
}
