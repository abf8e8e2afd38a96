import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { ProjectId } from '../../../shared/ids'
import type { SearchHit } from '../../../shared/sessions/sessions'
import type { Environment } from '../../browser/environment'
import { errorDataOf } from '../../errors/error-data'

/** The pause between key presses after which a word counts as typed. */
const typingPauseMs = 60
const hitsPerPage = 50
/** The most hits that main returns. */
const maxHits = 500

export interface SearchState {
  /** As typed; nothing is searched for while it is blank. */
  query: string
  phase: 'idle' | 'searching' | 'ready' | 'failed'
  /** For the query, or for the previous one until the answer arrives. */
  hits: readonly SearchHit[]
  hasMore: boolean
  /** The parts of the query that were not understood, for people. */
  problems: readonly string[]
  error: ErrorData | null
  /** All chats are searched although a project is open. */
  isEverywhere: boolean
  /** The id of the result that was opened last. */
  opened: string | null
}

const nothing: SearchState = {
  query: '',
  phase: 'idle',
  hits: [],
  hasMore: false,
  problems: [],
  error: null,
  isEverywhere: false,
  opened: null,
}

/** Searches all chats, or those of the open project by default, while the user types. Queries are not stored. */
export class Search {
  readonly store = createStore<SearchState>(() => nothing)
  readonly #environment: Pick<Environment, 'api' | 'after'>
  readonly #projectId: () => ProjectId | null
  #limit = hitsPerPage
  #cancelPause: (() => void) | null = null
  #request: AbortController | null = null

  /** `projectId`: the open project. */
  constructor(
    environment: Pick<Environment, 'api' | 'after'>,
    projectId: () => ProjectId | null = () => null,
  ) {
    this.#environment = environment
    this.#projectId = projectId
  }

  /** The current hits stay until the new answer arrives. */
  type(query: string): void {
    this.#giveUp()
    if (query.trim() === '') {
      const { isEverywhere } = this.store.getState()
      this.store.setState({ ...nothing, query, isEverywhere })
      return
    }
    this.#limit = hitsPerPage
    this.store.setState({ query, phase: 'searching', opened: null })
    this.#cancelPause = this.#environment.after(typingPauseMs, () => void this.#ask())
  }

  /** Searches the project that has just been opened, or all chats if that was closed. */
  followProject(): void {
    this.store.setState({ isEverywhere: false })
    void this.retry()
  }

  /** Searches all chats until the search is cleared or another project is opened. */
  searchEverywhere(): void {
    this.store.setState({ isEverywhere: true })
    void this.retry()
  }

  /** Remembers which result was opened, for the next look at them. */
  open(id: string): void {
    this.store.setState({ opened: id })
  }

  clear(): void {
    this.#giveUp()
    this.store.setState(nothing)
  }

  /** Loads more hits, up to main's limit. */
  loadMore(): Promise<void> {
    this.#limit = Math.min(this.#limit + hitsPerPage, maxHits)
    return this.retry()
  }

  /** Tries again. */
  async retry(): Promise<void> {
    if (this.store.getState().phase === 'idle') return
    this.#giveUp()
    await this.#ask()
  }

  /** There are more hits within main's limit. */
  get canShowMore(): boolean {
    return this.store.getState().hasMore && this.#limit < maxHits
  }

  async #ask(): Promise<void> {
    const request = new AbortController()
    this.#request = request
    this.store.setState({ phase: 'searching' })
    const { query, isEverywhere } = this.store.getState()
    try {
      const projectId = isEverywhere ? null : this.#projectId()
      const { hits, hasMore, problems } = await this.#environment.api.invoke(
        'sessions.search',
        { query, limit: this.#limit, ...(projectId === null ? {} : { projectId }) },
        { signal: request.signal },
      )
      if (this.#request === request) {
        this.store.setState({ phase: 'ready', hits, hasMore, problems, error: null })
      }
    } catch (error) {
      // A cancelled request has a successor, or no one waits for it.
      if (this.#request === request) {
        this.store.setState({
          ...nothing,
          query,
          isEverywhere,
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
