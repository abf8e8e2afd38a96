import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { MessageId } from '../../../shared/ids'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'
import { foundWords } from '../../state/search/found-words'

const typingPauseMs = 120
const maxHits = 500

/** A search within one chat. */
export interface FindState {
  query: string
  /** Messages with matches, in the order of the path. */
  found: readonly MessageId[]
  /** There are more matches than were requested. */
  hasMore: boolean
  /** Index in `found` of the current message. */
  at: number | null
  /** The current message is on another branch, which is shown only on request. */
  isElsewhere: boolean
  /** The matches as written in the messages. */
  needles: readonly string[]
  phase: 'idle' | 'searching' | 'done'
  /** Why searching or showing a match failed. */
  refusal: ErrorData | null
}

const nothing: FindState = {
  query: '',
  found: [],
  hasMore: false,
  at: null,
  isElsewhere: false,
  needles: [],
  phase: 'idle',
  refusal: null,
}

/** Finds text in one chat, across all its branches, and steps from message to message. */
export class FindInChat {
  readonly store = createStore<FindState>(() => nothing)
  readonly #environment: Environment
  readonly #conversation: ConversationStore
  #search = 0
  #cancelPause: (() => void) | null = null

  constructor(environment: Environment, conversation: ConversationStore) {
    this.#environment = environment
    this.#conversation = conversation
  }

  /** Searches when typing pauses, starting at the first hit within or after the visible messages `inView`. */
  setQuery(query: string, inView: readonly MessageId[]): void {
    this.#cancelPause?.()
    this.#cancelPause = null
    this.#search += 1
    if (query.trim() === '') {
      this.store.setState({ ...nothing, query })
      return
    }
    this.store.setState({ query, phase: 'searching', refusal: null })
    this.#cancelPause = this.#environment.after(typingPauseMs, () => {
      this.#cancelPause = null
      void this.#find((found) => firstFrom(found, inView, this.#conversation)).then((isNewest) =>
        isNewest ? this.#showFound() : undefined,
      )
    })
  }

  /** Shows the next or previous message with a match, wrapping around at the ends. */
  async step(by: 1 | -1): Promise<void> {
    const { found, at, isElsewhere } = this.store.getState()
    if (found.length === 0) return
    const from = at ?? (by === 1 ? -1 : 0)
    // A match waiting on another branch is the next one.
    const next = isElsewhere && by === 1 ? from : (from + by + found.length) % found.length
    this.store.setState({ at: next, isElsewhere: false, refusal: null })
    const messageId = found[next]
    if (messageId === undefined || (await this.#show(messageId, false))) return
    if (!this.store.getState().isElsewhere || this.#currentId() !== messageId) return
    this.store.setState({ isElsewhere: false })
    // Another path is shown now, with another order.
    if (await this.#show(messageId, true)) await this.refresh()
  }

  /** Repeats the search after the chat has changed; the current match stays. */
  async refresh(): Promise<void> {
    if (this.store.getState().phase !== 'done') return
    const messageId = this.#currentId()
    await this.#find((found) => (messageId === undefined ? -1 : found.indexOf(messageId)))
  }

  close(): void {
    this.#cancelPause?.()
    this.#cancelPause = null
    this.#search += 1
  }

  /** Resolves with false when another search was started in the meantime. */
  async #find(choose: (found: MessageId[]) => number): Promise<boolean> {
    this.#search += 1
    const search = this.#search
    const { query } = this.store.getState()
    const { sessionId } = this.#conversation
    try {
      const { hits, hasMore } = await this.#environment.api.invoke('sessions.search', {
        query,
        sessionId,
        limit: maxHits,
      })
      if (search !== this.#search) return false
      const inMessages = hits.filter((hit) => hit.messageId !== null)
      const found = [...new Set(inMessages.flatMap(({ messageId }) => messageId ?? []))]
      const at = choose(found)
      this.store.setState({
        found,
        hasMore,
        at: at === -1 ? null : at,
        isElsewhere: false,
        needles: foundWords(inMessages),
        phase: 'done',
        refusal: null,
      })
      return true
    } catch (error) {
      if (search !== this.#search) return false
      this.store.setState({ ...nothing, query, phase: 'done', refusal: errorDataOf(error) })
      return false
    }
  }

  async #showFound(): Promise<void> {
    const messageId = this.#currentId()
    if (messageId !== undefined) await this.#show(messageId, false)
  }

  /** Resolves with whether the message is shown. Without `mayLeavePath`, one on another branch is only reported. */
  async #show(messageId: MessageId, mayLeavePath: boolean): Promise<boolean> {
    const refusal = await this.#conversation.pages.show(messageId, { isHighlighted: false, mayLeavePath })
    if (this.#currentId() !== messageId) return false
    const isElsewhere = refusal?.code === 'NOT_FOUND' && !mayLeavePath
    this.store.setState({ isElsewhere, refusal: isElsewhere ? null : refusal })
    return refusal === null
  }

  #currentId(): MessageId | undefined {
    const { found, at } = this.store.getState()
    return at === null ? undefined : found[at]
  }
}

/** The first message with a match among or after the visible ones; else the first of all. */
function firstFrom(
  found: readonly MessageId[],
  inView: readonly MessageId[],
  conversation: ConversationStore,
): number {
  if (found.length === 0) return -1
  const ids = conversation.store.getState().messages.map(({ id }) => id)
  const from = Math.max(
    0,
    ids.findIndex((id) => inView.includes(id)),
  )
  const held = new Set(ids.slice(from))
  return Math.max(
    0,
    found.findIndex((id) => held.has(id)),
  )
}
