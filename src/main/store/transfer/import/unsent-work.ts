import type { MessageId, QueuedId, RunId, SessionId } from '../../../../shared/ids'
import { wireLimits } from '../../../../shared/rpc/definitions/limits'
import type { NewId } from '../../../base/new-id'
import type { WritableDatabase } from '../../database/database'
import type { ParleyDraft, ParleyQueued } from '../parley-format/parley-archive'
import type { UnsentWork } from './formats/imported-conversation'
import { QueuedMessages } from '../../composer/queued-messages'

/** The ids of a chat in this store. */
interface ChatIds {
  sessionId: SessionId
  messageOf: (key: string) => MessageId | undefined
  /** The pane that contains the chat. */
  paneId?: string
}

/** Restores unsent work. Nothing is sent: a queue waits until it is resumed. */
export class UnsentWorkRows {
  readonly #queue: QueuedMessages
  readonly #newId: NewId
  readonly #draft

  constructor(database: WritableDatabase, newId: NewId) {
    this.#queue = new QueuedMessages(database)
    this.#newId = newId
    // Does not overwrite what the user is typing here now.
    this.#draft = database.command(`
      INSERT INTO drafts (place, text, updated_at) VALUES (:place, :text, :updatedAt)
      ON CONFLICT (place) DO UPDATE SET text = :text, updated_at = :updatedAt WHERE drafts.text = ''`)
  }

  /** Call this within the transaction that makes the chat visible. */
  restore({ queue, drafts }: UnsentWork, ids: ChatIds): void {
    const queued = queue
      .slice(0, wireLimits.queuedMessages)
      .map((message) => this.#enqueue(message, ids.sessionId))
    this.putDrafts(drafts, (place) => placeIn(place, ids, queued))
  }

  /** Stores drafts where `placeOf` says, unless it is null or the place has a draft. */
  putDrafts(drafts: readonly ParleyDraft[], placeOf: (place: string) => string | null): void {
    for (const { place: given, text, updatedAt } of drafts) {
      const place = placeOf(given)
      if (place !== null && text !== '') this.#draft.run({ place, text, updatedAt })
    }
  }

  #enqueue({ text, attachments, model, createdAt }: ParleyQueued, sessionId: SessionId): QueuedId {
    const id = this.#newId<QueuedId>()
    this.#queue.add({
      id,
      sessionId,
      runId: this.#newId<RunId>(),
      messageId: this.#newId<MessageId>(),
      text,
      attachments,
      model,
      createdAt,
    })
    return id
  }
}

/** The window's name for the place that a file calls `place`. */
function placeIn(place: string, ids: ChatIds, queued: readonly QueuedId[]): string | null {
  const { sessionId, messageOf, paneId } = ids
  const [kind = '', ...rest] = place.split(':')
  const inside = rest.join(':')
  switch (kind) {
    case 'chat':
      return `chat:${sessionId}`
    case 'pane':
      return paneId === undefined ? null : `pane:${paneId}`
    case 'form':
      return `form:${sessionId}:${inside}`
    case 'edit': {
      const messageId = messageOf(inside)
      return messageId === undefined ? null : `edit:${messageId}`
    }
    case 'queued': {
      const id = queued[Number(inside) - 1]
      return id === undefined ? null : `queued:${sessionId}:${id}`
    }
    default:
      return null
  }
}
