import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Conversation } from './conversation'
import type { TextStorage } from '../../browser/environment'

const storageKey = 'parley.last-seen'
/** The number of chats whose reading positions are kept, most recently read first. */
const maxKept = 300

/** The last message seen in each chat in this window or, if the chat has not been shown here yet, the last one read before. */
export class LastSeen {
  readonly #storage: TextStorage
  readonly #bySession: Map<SessionId, MessageId>
  /** Chats started in this window that have not been shown yet. */
  readonly #begun = new Set<SessionId>()

  constructor(storage: TextStorage) {
    this.#storage = storage
    this.#bySession = readKept(storage)
  }

  of(sessionId: SessionId): MessageId | null {
    return this.#bySession.get(sessionId) ?? null
  }

  /** This window has just started the chat, so nothing in it is new at first. */
  noteBegun(sessionId: SessionId): void {
    this.#begun.add(sessionId)
  }

  isBegun(sessionId: SessionId): boolean {
    return this.#begun.has(sessionId)
  }

  /** The end of the chat was in view, with this last message. */
  note(sessionId: SessionId, messageId: MessageId): void {
    this.#begun.delete(sessionId)
    this.#bySession.set(sessionId, messageId)
  }

  /** Nothing up to this message is new any longer, even after a reload. Positions kept by other windows stay. */
  save(sessionId: SessionId, messageId: MessageId): void {
    const kept = readKept(this.#storage)
    if (kept.get(sessionId) === messageId) return
    kept.delete(sessionId)
    kept.set(sessionId, messageId)
    this.#storage.setItem(storageKey, JSON.stringify([...kept].slice(-maxKept)))
  }
}

/** Another window or an older version may have stored anything. */
function readKept(storage: TextStorage): Map<SessionId, MessageId> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return new Map(Array.isArray(kept) ? kept.filter(isPair) : [])
  } catch {
    return new Map() // Not JSON: it is overwritten when the next chat is read.
  }
}

function isPair(value: unknown): value is [SessionId, MessageId] {
  return Array.isArray(value) && value.length === 2 && value.every((id) => typeof id === 'string')
}

/** A visit to one chat: what had been seen of it before, and when it started. */
export interface Visit {
  /** Null when it was never shown here. */
  seen: MessageId | null
  /** Main reports that an answer ended which no window showed. */
  hadUnseen: boolean
  /** In milliseconds since the epoch. */
  since: number
}

/** The last stored message: an answer in progress does not count as seen. */
export function lastStoredId({ messages, hasNewer, live }: Conversation): MessageId | null {
  if (hasNewer) return null
  return messages.findLast(({ id, hidden }) => hidden !== true && id !== live?.messageId)?.id ?? null
}

/** The last message, including an answer in progress. */
export function lastShownId(conversation: Conversation): MessageId | null {
  if (conversation.hasNewer) return null
  return conversation.live?.messageId ?? lastStoredId(conversation)
}

/** The first message that arrived while the chat was not shown; null when there is none, or it is not loaded. */
export function firstNewId({ messages, live }: Conversation, visit: Visit): MessageId | null {
  const isNew = ({ hidden, status, createdAt }: Message) =>
    hidden !== true && status !== 'failed' && createdAt < visit.since
  const seenAt = visit.seen === null ? -1 : messages.findIndex(({ id }) => id === visit.seen)
  if (seenAt !== -1) {
    const shown = live === null ? messages : [...messages, live.snapshot.message]
    const next = shown.slice(seenAt + 1).find(isNew)
    if (next !== undefined) return next.id
  }
  if (!visit.hadUnseen) return null
  const unread = messages.slice(Math.max(0, seenAt))
  return unread.findLast((message) => message.role === 'assistant' && isNew(message))?.id ?? null
}

/** The number of messages after the last seen one; null when that is not loaded. */
export function countAfter(shownIds: readonly MessageId[], seen: MessageId | null): number | null {
  const at = seen === null ? -1 : shownIds.indexOf(seen)
  return at === -1 ? null : shownIds.length - 1 - at
}
