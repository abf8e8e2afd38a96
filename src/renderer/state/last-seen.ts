import type { MessageId, SessionId } from '../../shared/ids'
import type { Conversation } from './conversation'

/** How far each chat was read in this window, as long as the window lives. */
export class LastSeen {
  readonly #bySession = new Map<SessionId, MessageId>()

  of(sessionId: SessionId): MessageId | null {
    return this.#bySession.get(sessionId) ?? null
  }

  /** The end of the chat was in view, and this was its last message. */
  note(sessionId: SessionId, messageId: MessageId): void {
    this.#bySession.set(sessionId, messageId)
  }
}

/** A stay at one chat: what had been seen of it before, and when it began. */
export interface Stay {
  /** Null when this window never showed it. */
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

/** The first message that came while the chat was not shown; null when there is none, or it is not here. */
export function firstNewId({ messages, live }: Conversation, stay: Stay): MessageId | null {
  const isNew = ({ hidden, createdAt }: { hidden?: boolean; createdAt: number }) =>
    hidden !== true && createdAt < stay.since
  const seenAt = stay.seen === null ? -1 : messages.findIndex(({ id }) => id === stay.seen)
  if (seenAt !== -1) {
    const shown = live === null ? messages : [...messages, live.snapshot.message]
    return shown.slice(seenAt + 1).find(isNew)?.id ?? null
  }
  if (!stay.hadUnseen) return null
  return messages.findLast((message) => message.role === 'assistant' && isNew(message))?.id ?? null
}

/** How many messages stand after the one that was seen last; null when that is not here. */
export function countAfter(shownIds: readonly MessageId[], seen: MessageId | null): number | null {
  const at = seen === null ? -1 : shownIds.indexOf(seen)
  return at === -1 ? null : shownIds.length - 1 - at
}
