import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { SearchInfo } from '../../../shared/tools/search'
import type { ParleyApi } from '../../rpc/parley-api'
import { attempt, errorDataOf } from '../../errors/error-data'

/** The result of the last test search. */
export type SearchTest =
  | { state: 'running' }
  | { state: 'passed'; resultCount: number; durationMs: number }
  | { state: 'failed'; error: ErrorData }

export interface WebSearchState {
  /** Null until it is loaded. */
  search: SearchInfo | null
  /** Null until a search was tested. */
  test: SearchTest | null
  /** Why loading or saving failed. */
  error: ErrorData | null
}

/** The web search of models, in Settings. The key is only sent, never received. */
export class WebSearch {
  readonly store = createStore<WebSearchState>(() => ({ search: null, test: null, error: null }))
  readonly #api: ParleyApi

  constructor(api: ParleyApi) {
    this.#api = api
  }

  async load(): Promise<void> {
    await attempt(this.store, async () => this.store.setState(await this.#api.invoke('search.get', {})))
  }

  /** Saves the choice, and tests it if there is something to test. Resolves with whether it was saved. */
  async save(change: RouteInput<'search.save'>): Promise<boolean> {
    const isSaved = await attempt(this.store, async () =>
      this.store.setState(await this.#api.invoke('search.save', change)),
    )
    if (!isSaved) return false
    if (change.kind === 'own') this.store.setState({ test: null })
    else await this.runTest()
    return true
  }

  async runTest(): Promise<void> {
    const running: SearchTest = { state: 'running' }
    this.store.setState({ test: running })
    const end = await testOf(this.#api)
    // A newer test is about what is stored now.
    if (this.store.getState().test === running) this.store.setState({ test: end })
  }
}

async function testOf(api: ParleyApi): Promise<SearchTest> {
  try {
    return { state: 'passed', ...(await api.invoke('search.test', {})) }
  } catch (error) {
    return { state: 'failed', error: errorDataOf(error) }
  }
}
