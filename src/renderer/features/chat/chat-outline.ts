import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { OutlineEntry } from '../../../shared/sessions/sessions'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf } from '../../errors/error-data'

/** The headings of a chat, as far as they are loaded. `isCut` says what was left out. */
export interface OutlineState {
  phase: 'loading' | 'ready' | 'failed'
  entries: readonly OutlineEntry[]
  isCut: 'headings' | 'oldest' | null
  error: ErrorData | null
}

/** The outline of one chat while it is open. */
export class ChatOutline {
  readonly store = createStore<OutlineState>(() => ({
    phase: 'loading',
    entries: [],
    isCut: null,
    error: null,
  }))
  readonly #api: ParleyApi
  readonly #sessionId: SessionId
  #lastLoad = 0

  constructor(api: ParleyApi, sessionId: SessionId) {
    this.#api = api
    this.#sessionId = sessionId
  }

  /** Loads the outline, or reloads it after a change; the old one stays until then. */
  async load(): Promise<void> {
    this.#lastLoad += 1
    const load = this.#lastLoad
    try {
      const outline = await this.#api.invoke('sessions.outline', { sessionId: this.#sessionId })
      if (load === this.#lastLoad) this.store.setState({ ...outline, phase: 'ready', error: null })
    } catch (error) {
      if (load === this.#lastLoad) this.store.setState({ phase: 'failed', error: errorDataOf(error) })
    }
  }
}

/** The reading position: a message, and how many of its headings have been passed. */
export interface OutlinePlace {
  messageId: MessageId
  passedHeadings: number
}

/**
 * The index of the entry being read; -1 above the first. `path` are the loaded messages in order: a message without
 * entries belongs to the last one before it that has some.
 */
export function entryAt(
  entries: readonly OutlineEntry[],
  path: readonly MessageId[],
  place: OutlinePlace | null,
): number {
  if (place === null) return -1
  const firsts = new Map<MessageId, number>()
  const counts = new Map<MessageId, number>()
  for (const [index, { messageId }] of entries.entries()) {
    if (!firsts.has(messageId)) firsts.set(messageId, index)
    counts.set(messageId, (counts.get(messageId) ?? 0) + 1)
  }
  const own = firsts.get(place.messageId)
  if (own !== undefined) {
    const count = counts.get(place.messageId) ?? 1
    const isQuestion = entries[own]?.level === undefined
    if (isQuestion) return own
    // Above its first heading, an answer belongs to its question.
    return own + Math.min(place.passedHeadings, count) - 1
  }
  for (let at = path.indexOf(place.messageId) - 1; at >= 0; at -= 1) {
    const id = path[at]
    const first = id === undefined ? undefined : firsts.get(id)
    if (id !== undefined && first !== undefined) return first + (counts.get(id) ?? 1) - 1
  }
  return -1
}

/** The number of equal headings before this one in the same answer. */
export function repetitionOf(entries: readonly OutlineEntry[], index: number): number {
  const entry = entries[index]
  if (entry === undefined) return 0
  let count = 0
  for (let at = index - 1; entries[at]?.messageId === entry.messageId; at -= 1) {
    if (entries[at]?.text === entry.text) count += 1
  }
  return count
}
