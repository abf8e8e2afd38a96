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
  load: () => Promise<void>
  /** Saves the choice, and tests it if there is something to test. True when it was saved. */
  save: (change: RouteInput<'search.save'>) => Promise<boolean>
  runTest: () => Promise<void>
}

/** How models search the web, in Settings. The key is only sent, never received. */
export function createWebSearch(api: ParleyApi) {
  return createStore<WebSearchState>((set, get) => {
    const store = { setState: set }
    return {
      search: null,
      test: null,
      error: null,
      load: async () => {
        await attempt(store, async () => set(await api.invoke('search.get', {})))
      },
      save: async (change) => {
        const isSaved = await attempt(store, async () => set(await api.invoke('search.save', change)))
        if (!isSaved) return false
        if (change.kind === 'own') set({ test: null })
        else await get().runTest()
        return true
      },
      runTest: async () => {
        const running: SearchTest = { state: 'running' }
        set({ test: running })
        const end = await testOf(api)
        // A newer test is about what is stored now.
        if (get().test === running) set({ test: end })
      },
    }
  })
}

async function testOf(api: ParleyApi): Promise<SearchTest> {
  try {
    return { state: 'passed', ...(await api.invoke('search.test', {})) }
  } catch (error) {
    return { state: 'failed', error: errorDataOf(error) }
  }
}
