import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { KeysGuard, ProviderInfo, RemoteProviderKind } from '../../../shared/models/models'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf } from '../../errors/error-data'

/** What the last test of a provider said. */
export type ProviderTest =
  | { state: 'running' }
  | { state: 'passed'; modelCount: number; durationMs: number }
  | { state: 'failed'; error: ErrorData }

/**
 * A provider as the user describes it: an empty key keeps the stored one, and of a preset an empty name or address is
 * the preset's own.
 */
export interface ProviderDraft {
  id: string
  kind: RemoteProviderKind
  name: string
  baseUrl: string
  apiKey: string
}

export interface ProvidersState {
  phase: 'loading' | 'ready' | 'failed'
  providers: ProviderInfo[]
  /** The way in which keys are stored here; null until it is known. */
  keysGuard: KeysGuard | null
  tests: ReadonlyMap<string, ProviderTest>
  error: ErrorData | null
  load: () => Promise<void>
  /** True when the provider was stored. */
  save: (draft: ProviderDraft) => Promise<boolean>
  remove: (id: string) => Promise<void>
  test: (id: string) => Promise<void>
}

/** The providers that Settings lists. Keys go in and never come out. `onChanged` hears that models came or went. */
export function createProviders(api: ParleyApi, onChanged: () => void) {
  return createStore<ProvidersState>((set, get) => {
    const attempt = async (action: () => Promise<void>): Promise<boolean> => {
      try {
        await action()
        set({ error: null })
        return true
      } catch (error) {
        set({ error: errorDataOf(error) })
        return false
      }
    }
    const setTest = (id: string, test: ProviderTest) =>
      set(({ tests }) => ({ tests: new Map(tests).set(id, test) }))
    const load = async () => {
      const isRead = await attempt(async () =>
        set({ ...(await api.invoke('providers.list', {})), phase: 'ready' }),
      )
      // What was read before is still the best that is known.
      if (!isRead && get().phase === 'loading') set({ phase: 'failed' })
    }
    return {
      phase: 'loading',
      providers: [],
      keysGuard: null,
      tests: new Map(),
      error: null,
      load,
      save: async ({ id, kind, name, baseUrl, apiKey }) => {
        const isSaved = await attempt(async () => {
          await api.invoke('providers.save', {
            id,
            kind,
            ...(baseUrl === '' ? {} : { baseUrl }),
            ...(name === '' ? {} : { name }),
            ...(apiKey === '' ? {} : { apiKey }),
          })
        })
        if (isSaved) await Promise.all([load(), get().test(id)])
        onChanged()
        return isSaved
      },
      remove: async (id) => {
        const isRemoved = await attempt(async () => {
          await api.invoke('providers.remove', { id })
        })
        onChanged()
        // A list that is read well would take back why it could not be removed.
        if (isRemoved) await load()
      },
      test: async (id) => {
        const running: ProviderTest = { state: 'running' }
        setTest(id, running)
        const end = await testOf(api, id)
        // One that was begun since is of what is stored now.
        if (get().tests.get(id) === running) setTest(id, end)
      },
    }
  })
}

async function testOf(api: ParleyApi, id: string): Promise<ProviderTest> {
  try {
    return { state: 'passed', ...(await api.invoke('providers.test', { id })) }
  } catch (error) {
    return { state: 'failed', error: errorDataOf(error) }
  }
}

/** An id made of a name: what `providers.save` accepts, and not one that is taken. */
export function providerIdFor(name: string, taken: readonly string[]): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40) || 'server'
  let id = base
  for (let count = 2; taken.includes(id); count += 1) id = `${base}-${count}`
  return id
}
