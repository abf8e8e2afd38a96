import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { AcpConnection } from './acp-connection'
import type { AcpSession } from './acp-session'
import type { EndedTurns } from './ended-turns'

/** An agent that has answered and can get another question. */
export interface WarmAgent {
  connection: AcpConnection
  session: AcpSession
  /** Ids of the tool calls of its earlier answers. */
  toolCallIds: Set<string>
  /** Its last turns, for which it may still send something. */
  ended: EndedTurns
  /** The warnings that it has sent. */
  reportedWarnings: Set<string>
  /** The cost of its session so far, in US dollars; null when unknown. */
  costUsd: number | null
}

interface Kept {
  agent: WarmAgent
  key: string
  release: () => void
}

/**
 * Agents that wait for the next question of their chat, at most one per chat, for some minutes. A new start takes
 * seconds, and Gemini loses a session that is resumed too soon.
 */
export class WarmAgents {
  readonly #clock: Clock
  readonly #errors: ErrorSink
  readonly #maxCount: number
  readonly #idleMs: number
  /** By chat, longest waiting first. */
  readonly #kept = new Map<string, Kept>()
  readonly #endings = new Map<Promise<void>, string>()
  #isClosed = false

  constructor(options: { clock: Clock; errors: ErrorSink; maxCount: number; idleMs: number }) {
    this.#clock = options.clock
    this.#errors = options.errors
    this.#maxCount = options.maxCount
    this.#idleMs = options.idleMs
  }

  /** The number of waiting agents. */
  get count(): number {
    return this.#kept.size
  }

  /**
   * Takes the waiting agent of this chat, if it has this key and this session. Ends it if it does not. Resolves when
   * nothing else works for the chat.
   */
  async take(sessionId: string, key: string, resumeId: string | null): Promise<WarmAgent | null> {
    const kept = this.#kept.get(sessionId)
    if (kept?.key === key && kept.agent.session.id === resumeId && kept.agent.connection.isOpen) {
      this.#letGo(sessionId, kept)
      return kept.agent
    }
    if (kept !== undefined) this.#drop(sessionId, kept)
    const endings = Array.from(this.#endings).filter(([, of]) => of === sessionId)
    await Promise.all(endings.map(([ending]) => ending))
    return null
  }

  /** Keeps an agent for the next question of its chat. If it cannot be kept, resolves when it is gone. */
  async keep(sessionId: string, key: string, agent: WarmAgent): Promise<void> {
    const before = this.#kept.get(sessionId)
    if (before !== undefined) this.#drop(sessionId, before)
    if (this.#isClosed || this.#maxCount < 1 || !agent.connection.isOpen) {
      return await this.end(sessionId, agent.connection, true)
    }
    const drop = () => this.#drop(sessionId, kept)
    const cancelTimer = this.#clock.after(this.#idleMs, drop)
    agent.connection.signal.addEventListener('abort', drop, { once: true })
    const kept: Kept = {
      agent,
      key,
      release: () => {
        cancelTimer()
        agent.connection.signal.removeEventListener('abort', drop)
      },
    }
    this.#kept.set(sessionId, kept)
    for (const [oldest, each] of this.#kept) {
      if (this.#kept.size <= this.#maxCount) break
      this.#drop(oldest, each)
    }
  }

  /** Ends an agent of a chat, and resolves when it is gone. Never rejects. */
  end(sessionId: string, connection: AcpConnection, isIdle: boolean): Promise<void> {
    const ending = connection
      .end(isIdle)
      .catch((error: unknown) => this.#errors.warning('agents', error))
      .finally(() => this.#endings.delete(ending))
    this.#endings.set(ending, sessionId)
    return ending
  }

  /** Ends the waiting agent of this chat. */
  async forget(sessionId: string): Promise<void> {
    await this.take(sessionId, '', null)
  }

  /** Ends all waiting agents, and keeps none from now on. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const [sessionId, kept] of this.#kept) this.#drop(sessionId, kept)
    await Promise.all(this.#endings.keys())
  }

  #drop(sessionId: string, kept: Kept): void {
    if (this.#kept.get(sessionId) !== kept) return
    this.#letGo(sessionId, kept)
    void this.end(sessionId, kept.agent.connection, true)
  }

  #letGo(sessionId: string, kept: Kept): void {
    kept.release()
    this.#kept.delete(sessionId)
  }
}
