import type { SessionId } from '../../../shared/ids'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'

/** How long a temporary chat exists without a window that shows it, such as during a reload. */
const unwatchedMs = 30 * 60_000
const lookEveryMs = 5 * 60_000

interface UnwatchedChatsDeps {
  list: () => readonly { id: SessionId; updatedAt: number }[]
  isRunning: (sessionId: SessionId) => boolean
  discard: (sessionId: SessionId) => void
  clock: Clock
}

/**
 * Discards temporary chats that no window has shown and nothing has changed for half an hour: their windows closed
 * without asking the user. An answer in progress is never discarded.
 */
export class UnwatchedChats {
  readonly #deps: UnwatchedChatsDeps
  readonly #watchers = new Map<SessionId, number>()
  readonly #leftAt = new Map<SessionId, number>()
  #cancelLook: Dispose | null = null

  constructor(deps: UnwatchedChatsDeps) {
    this.#deps = deps
  }

  /** A chat was created: from now on, it is tracked. */
  begin(): void {
    this.#cancelLook ??= this.#deps.clock.after(lookEveryMs, () => this.#look())
  }

  /** A window shows the chat, until the returned function is called. */
  watched(sessionId: SessionId): Dispose {
    this.#watchers.set(sessionId, (this.#watchers.get(sessionId) ?? 0) + 1)
    return () => {
      const others = (this.#watchers.get(sessionId) ?? 1) - 1
      if (others > 0) this.#watchers.set(sessionId, others)
      else {
        this.#watchers.delete(sessionId)
        this.#leftAt.set(sessionId, this.#deps.clock.now())
      }
    }
  }

  dispose(): void {
    this.#cancelLook?.()
  }

  #look(): void {
    this.#cancelLook = null
    const { list, isRunning, discard, clock } = this.#deps
    const chats = list()
    for (const { id, updatedAt } of chats) {
      const since = Math.max(updatedAt, this.#leftAt.get(id) ?? 0)
      if (!this.#watchers.has(id) && !isRunning(id) && clock.now() - since >= unwatchedMs) discard(id)
    }
    const known = new Set(chats.map(({ id }) => id))
    for (const id of this.#leftAt.keys()) if (!known.has(id)) this.#leftAt.delete(id)
    if (list().length > 0) this.begin()
  }
}
