import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Conversation } from './conversation'
import type { TextStorage } from '../../browser/environment'

const storageKey = 'parley.last-seen'
/** Of so many chats it is kept how far they were read, those that were read last. */
const maxKept = 300

/** How far each chat was seen: in this window, or, where it has not shown the chat yet, how far it was read before. */
export class LastSeen {
  readonly #storage: TextStorage
  readonly #bySession: Map<SessionId, MessageId>
  /** Chats that this window has begun and not shown yet. */
  readonly #begun = new Set<SessionId>()

  constructor(storage: TextStorage) {
    this.#storage = storage
    this.#bySession = readKept(storage)
  }

  of(sessionId: SessionId): MessageId | null {
    return this.#bySession.get(sessionId) ?? null
  }

  /** This window has just begun the chat: whatever it shows at first is no news. */
  noteBegun(sessionId: SessionId): void {
    this.#begun.add(sessionId)
  }

  isBegun(sessionId: SessionId): boolean {
    return this.#begun.has(sessionId)
  }

  /** The end of the chat was in view, and this was its last message. */
  note(sessionId: SessionId, messageId: MessageId): void {
    this.#begun.delete(sessionId)
    this.#bySession.set(sessionId, messageId)
  }

  /** Nothing up to this message is new any more, not after a reload either. What other windows have kept stays. */
  keep(sessionId: SessionId, messageId: MessageId): void {
    const kept = readKept(this.#storage)
    if (kept.get(sessionId) === messageId) return
    kept.delete(sessionId)
    kept.set(sessionId, messageId)
    try {
      this.#storage.setItem(storageKey, JSON.stringify([...kept].slice(-maxKept)))
    } catch {
      // No room: it is known as long as this page is there.
    }
  }
}

/** What another window or an older Parley wrote there may be anything. */
function readKept(storage: TextStorage): Map<SessionId, MessageId> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return new Map(Array.isArray(kept) ? kept.filter(isPair) : [])
  } catch {
    return new Map() // Not JSON: it is written anew with the next chat that is read.
  }
}

function isPair(value: unknown): value is [SessionId, MessageId] {
  return Array.isArray(value) && value.length === 2 && value.every((id) => typeof id === 'string')
}

/** A stay at one chat: what had been seen of it before, and when it began. */
export interface Stay {
  /** Null when it was never shown here. */
  seen: MessageId | null
  /** Main says that an answer ended which no window showed. */
  hadUnseen: boolean
  /** In milliseconds since the epoch. */
  since: number
}

/** The last message that is stored: what is still being written is not seen yet. */
export function lastStoredId({ messages, hasNewer, live }: Conversation): MessageId | null {
  if (hasNewer) return null
  return messages.findLast(({ id, hidden }) => hidden !== true && id !== live?.messageId)?.id ?? null
}

/** The last message that is there, also one that is still being written. */
export function lastShownId(conversation: Conversation): MessageId | null {
  if (conversation.hasNewer) return null
  return conversation.live?.messageId ?? lastStoredId(conversation)
}

/** The first message that came while the chat was not shown; null when there is none, or it is not here. */
export function firstNewId({ messages, live }: Conversation, stay: Stay): MessageId | null {
  const isNew = ({ hidden, status, createdAt }: Message) =>
    hidden !== true && status !== 'failed' && createdAt < stay.since
  const seenAt = stay.seen === null ? -1 : messages.findIndex(({ id }) => id === stay.seen)
  if (seenAt !== -1) {
    const shown = live === null ? messages : [...messages, live.snapshot.message]
    const next = shown.slice(seenAt + 1).find(isNew)
    if (next !== undefined) return next.id
  }
  if (!stay.hadUnseen) return null
  const unread = messages.slice(Math.max(0, seenAt))
  return unread.findLast((message) => message.role === 'assistant' && isNew(message))?.id ?? null
}

/** How many messages stand after the one that was seen last; null when that is not here. */
export function countAfter(shownIds: readonly MessageId[], seen: MessageId | null): number | null {
  const at = seen === null ? -1 : shownIds.indexOf(seen)
  return at === -1 ? null : shownIds.length - 1 - at
}
