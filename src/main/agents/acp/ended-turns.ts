import type { SourceEvent } from '../../run-source/run-source'
import type { AcpListener } from './acp-connection'
import type { AcpSession } from './acp-session'
import { withdrawn } from './approval-options'
import type { TurnEvents } from './turn-events'
import type { AcpChunk, AcpUpdate } from './updates'

/** The number of ended turns of a process that still get the updates meant for them. */
const maxTurns = 3
/** The most chunks of an answer that wait for a sign that they belong to it. */
const maxHeld = 1_000

/** A turn whose answer is over. */
export interface EndedTurn {
  events: TurnEvents
  /** Adds to its stored answer. */
  readonly add: (event: SourceEvent) => void
}

/** The last turns of an agent process. What it sends for them later is added to their answers. */
export class EndedTurns {
  readonly #turns: EndedTurn[] = []
  /** The agent uses an id for the messages of several turns, so that ids say nothing. */
  repeatsIds = false

  add(turn: EndedTurn): void {
    this.#turns.push(turn)
    if (this.#turns.length > maxTurns) this.#turns.shift()
  }

  /** Takes the updates between two turns. What is not known to belong to an earlier turn belongs to the last one. */
  whileIdle(session: AcpSession): AcpListener {
    return {
      onUpdate: (notification) => {
        session.onUpdate(notification)
        const { sessionId, update } = notification
        const owner = this.ownerOf(update) ?? this.#turns.at(-1) ?? null
        if (sessionId === session.id && owner !== null) give(update, owner)
      },
      onPermission: () => Promise.resolve(withdrawn),
      whenReady: () => null,
    }
  }

  /** The turn that an update belongs to by the id in it; null if the id says nothing. */
  ownerOf(update: AcpUpdate): EndedTurn | null {
    if (isChunk(update)) {
      const { messageId } = update
      if (this.repeatsIds || typeof messageId !== 'string') return null
      return this.#turns.findLast(({ events }) => events.messageIds.has(messageId)) ?? null
    }
    // An announcement begins a new call, even if the agent uses an id again.
    if (update.sessionUpdate !== 'tool_call_update') return null
    return this.#turns.findLast(({ events }) => events.hasCall(update.toolCallId)) ?? null
  }
}

/**
 * Sorts the updates of a turn. A chunk with the id of an earlier answer waits until this answer has text with another
 * id: only then does the agent not use one id for all answers.
 */
export class SortedUpdates {
  readonly #events: TurnEvents
  readonly #ended: EndedTurns
  #held: { update: AcpChunk; owner: EndedTurn }[] = []
  #hasText = false

  constructor(events: TurnEvents, ended: EndedTurns) {
    this.#events = events
    this.#ended = ended
  }

  /** The events of the update in the answer of this turn. */
  of(update: AcpUpdate): SourceEvent[] {
    const owner = this.#isOwn(update) ? null : this.#ended.ownerOf(update)
    if (owner === null) {
      const events = this.#events.of(update)
      if (!this.#hasText && events.some(({ type }) => type === 'text-delta')) {
        this.#hasText = true
        this.giveBack()
      }
      return events
    }
    if (isChunk(update) && !this.#hasText) {
      this.#held.push({ update, owner })
      return this.#held.length < maxHeld ? [] : this.rest()
    }
    give(update, owner)
    return []
  }

  /** The events of the chunks that have waited for another id in vain. */
  rest(): SourceEvent[] {
    const held = this.#held.splice(0)
    if (held.length > 0) this.#ended.repeatsIds = true
    return held.flatMap(({ update }) => this.#events.of(update))
  }

  /** Gives the waiting chunks to the answers whose ids they have. */
  giveBack(): void {
    for (const { update, owner } of this.#held.splice(0)) give(update, owner)
  }

  #isOwn(update: AcpUpdate): boolean {
    if (isChunk(update))
      return typeof update.messageId === 'string' && this.#events.messageIds.has(update.messageId)
    return update.sessionUpdate === 'tool_call_update' && this.#events.hasCall(update.toolCallId)
  }
}

function isChunk(update: AcpUpdate): update is AcpChunk {
  return update.sessionUpdate === 'agent_message_chunk' || update.sessionUpdate === 'agent_thought_chunk'
}

function give(update: AcpUpdate, { events, add }: EndedTurn): void {
  for (const event of events.of(update)) add(event)
}
