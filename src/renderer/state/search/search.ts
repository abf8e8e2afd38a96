import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { SearchHit } from '../../../shared/sessions/sessions'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'

/** From one key press to the next: a word that is being typed is asked for once. */
const typingPauseMs = 60
const hitsPerPage = 50
/** The most that main gives. */
const maxHits = 500

export interface SearchState {
  /** As it was typed; nothing is searched for while it is blank. */
  query: string
  phase: 'idle' | 'searching' | 'ready' | 'failed'
  /** Of the query, or of the one before until the answer is there. */
  hits: readonly SearchHit[]
  hasMore: boolean
  /** What of the query was not understood, for people. */
  problems: readonly string[]
  error: ErrorData | null
}

const nothing: SearchState = {
  query: '',
  phase: 'idle',
  hits: [],
  hasMore: false,
  problems: [],
  error: null,
}

/** Searches everything that was ever said, as one types. Nothing of it is remembered. */
export class Search {
  readonly store = createStore<SearchState>(() => nothing)
  readonly #environment: Pick<Environment, 'api' | 'after'>
  #limit = hitsPerPage
  #cancelPause: (() => void) | null = null
  #request: AbortController | null = null

  constructor(environment: Pick<Environment, 'api' | 'after'>) {
    this.#environment = environment
  }

  /** What is found so far stays until the new answer is there. */
  type(query: string): void {
    if (query.trim() === '') {
      this.clear()
      this.store.setState({ query })
      return
    }
    this.#giveUp()
    this.#limit = hitsPerPage
    this.store.setState({ query, phase: 'searching' })
    this.#cancelPause = this.#environment.after(typingPauseMs, () => void this.#ask())
  }

  clear(): void {
    this.#giveUp()
    this.store.setState(nothing)
  }

  /** Asks for more of the same, as far as main gives it. */
  more(): Promise<void> {
    this.#limit = Math.min(this.#limit + hitsPerPage, maxHits)
    return this.again()
  }

  /** Asks once more. */
  async again(): Promise<void> {
    if (this.store.getState().phase === 'idle') return
    this.#giveUp()
    await this.#ask()
  }

  /** There is more, and main would give it. */
  get canShowMore(): boolean {
    return this.store.getState().hasMore && this.#limit < maxHits
  }

  async #ask(): Promise<void> {
    const request = new AbortController()
    this.#request = request
    this.store.setState({ phase: 'searching' })
    try {
      const { query } = this.store.getState()
      const { hits, hasMore, problems } = await this.#environment.api.invoke(
        'sessions.search',
        { query, limit: this.#limit },
        { signal: request.signal },
      )
      if (this.#request === request) {
        this.store.setState({ phase: 'ready', hits, hasMore, problems, error: null })
      }
    } catch (error) {
      // One that was given up has its successor, or nobody waits for it.
      if (this.#request === request) {
        this.store.setState({
          ...nothing,
          query: this.store.getState().query,
          phase: 'failed',
          error: errorDataOf(error),
        })
      }
    }
  }

  #giveUp(): void {
    this.#cancelPause?.()
    this.#cancelPause = null
    this.#request?.abort()
    this.#request = null
  }
}
