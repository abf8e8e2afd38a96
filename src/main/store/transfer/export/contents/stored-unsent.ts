import type { MessageId, SessionId } from '../../../../../shared/ids'
import type { ReadableDatabase } from '../../../database/database'
import type { ParleyDraft } from '../../parley-format/parley-archive'
import { type QueuedRun, queuedQuery, toQueuedRun } from '../../../composer/queued-messages'

/** The owner of drafts that belong to no chat. */
export const elsewhere = 'elsewhere'

/** The place of a draft within its owner, and its name in the store. */
interface PlacedDraft {
  stored: string
  place: (keys: DraftKeys) => string | null
}

/** The keys of a chat's messages in files. */
interface DraftKeys {
  positionOf: (id: MessageId) => number | null
  queue: readonly QueuedRun[]
}

/** Unsent work, that is, queued messages and drafts, by the chat or comparison to which it belongs. */
export class StoredUnsent {
  readonly #queue
  readonly #draft
  readonly #sessionOfMessage
  readonly #sessionOfPane
  readonly #places: Map<string, PlacedDraft[]>

  constructor(database: ReadableDatabase) {
    this.#queue = queuedQuery(database)
    this.#draft = database.query<{ text: string; updated_at: number }>(
      "SELECT text, updated_at FROM drafts WHERE place = ? AND text <> ''",
    )
    this.#sessionOfMessage = database.query<{ owner: string }>(
      'SELECT session_id AS owner FROM messages WHERE id = ?',
    )
    this.#sessionOfPane = database.query<{ owner: string }>(
      'SELECT session_id AS owner FROM panes WHERE id = ?',
    )
    const isOwner = database.query(
      'SELECT 1 FROM sessions WHERE id = :id UNION ALL SELECT 1 FROM comparisons WHERE id = :id',
    )
    const stored = database.query<{ place: string }>(
      "SELECT place FROM drafts WHERE text <> '' ORDER BY place",
    )
    this.#places = new Map()
    for (const { place } of stored.all()) {
      const { owner, draft } = this.#placed(place, (id) => isOwner.get({ id }) !== undefined)
      const known = this.#places.get(owner)
      if (known === undefined) this.#places.set(owner, [draft])
      else known.push(draft)
    }
  }

  /** The queue of the session, in order. */
  queueOf(id: SessionId): QueuedRun[] {
    return this.#queue.all(id).map(toQueuedRun)
  }

  /** The drafts of a chat, a comparison or `elsewhere`. `positionOf` counts the messages of the chat from 1. */
  draftsOf(owner: string, positionOf: DraftKeys['positionOf']): ParleyDraft[] {
    const placed = this.#places.get(owner) ?? []
    if (placed.length === 0) return []
    const keys = { positionOf, queue: this.queueOf(owner as SessionId) }
    return placed.flatMap(({ stored, place: placeOf }) => {
      const place = placeOf(keys)
      const row = this.#draft.get(stored)
      return place === null || row === undefined ? [] : [{ place, text: row.text, updatedAt: row.updated_at }]
    })
  }

  #placed(stored: string, isOwner: (id: string) => boolean): { owner: string; draft: PlacedDraft } {
    const at = (owner: string, place: PlacedDraft['place']) => ({ owner, draft: { stored, place } })
    const [kind = '', id = '', ...rest] = stored.split(':')
    const inside = rest.join(':')
    if (kind === 'edit') {
      const owner = this.#sessionOfMessage.get(id)?.owner
      if (owner !== undefined)
        return at(owner, ({ positionOf }) => keyOf('edit:m', positionOf(id as MessageId)))
    } else if (kind === 'pane') {
      const owner = this.#sessionOfPane.get(id)?.owner
      if (owner !== undefined) return at(owner, () => kind)
    } else if (isOwner(id)) {
      if (kind === 'queued') {
        return at(id, ({ queue }) => keyOf('queued:', queue.findIndex((queued) => queued.id === inside) + 1))
      }
      if (kind === 'form') return at(id, () => `form:${inside}`)
      if (kind === 'chat' || kind === 'compare') return at(id, () => kind)
    }
    return at(elsewhere, () => stored)
  }
}

function keyOf(prefix: string, position: number | null): string | null {
  return position === null || position === 0 ? null : `${prefix}${position}`
}
