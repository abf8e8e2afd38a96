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
  /** A chat could not be discarded; it is tried again. */
  onProblem: (error: unknown) => void
}

/**
 * Discards temporary chats that no window has shown and nothing has changed for half an hour: their windows closed
 * without asking the user. An answer in progress is never discarded.
 */
export class UnwatchedChats {
  readonly #deps: UnwatchedChatsDeps
  /** One entry for each watch: the window that it belongs to. */
  readonly #watchers = new Map<SessionId, object[]>()
  readonly #leftAt = new Map<SessionId, number>()
  #cancelLook: Dispose | null = null

  constructor(deps: UnwatchedChatsDeps) {
    this.#deps = deps
  }

  /** A chat was created: from now on, it is tracked. */
  begin(): void {
    this.#cancelLook ??= this.#deps.clock.after(lookEveryMs, () => this.#look())
  }

  /** `window` shows the chat, until the returned function is called. */
  watched(sessionId: SessionId, window: object): Dispose {
    this.#watchers.set(sessionId, [...(this.#watchers.get(sessionId) ?? []), window])
    return () => {
      const watchers = this.#watchers.get(sessionId) ?? []
      const others = watchers.toSpliced(watchers.indexOf(window), 1)
      if (others.length > 0) this.#watchers.set(sessionId, others)
      else {
        this.#watchers.delete(sessionId)
        this.#leftAt.set(sessionId, this.#deps.clock.now())
      }
    }
  }

  /** True if a window other than `window` shows the chat. */
  isWatchedElsewhere(sessionId: SessionId, window: object): boolean {
    return this.#watchers.get(sessionId)?.some((other) => other !== window) === true
  }

  dispose(): void {
    this.#cancelLook?.()
  }

  #look(): void {
    this.#cancelLook = null
    const { list, isRunning, clock } = this.#deps
    const chats = list()
    for (const { id, updatedAt } of chats) {
      const since = Math.max(updatedAt, this.#leftAt.get(id) ?? 0)
      if (!this.#watchers.has(id) && !isRunning(id) && clock.now() - since >= unwatchedMs) this.#discard(id)
    }
    const known = new Set(chats.map(({ id }) => id))
    for (const id of this.#leftAt.keys()) if (!known.has(id)) this.#leftAt.delete(id)
    if (list().length > 0) this.begin()
  }

  #discard(id: SessionId): void {
    try {
      this.#deps.discard(id)
    } catch (error) {
      this.#deps.onProblem(error)
    }
  }
}
