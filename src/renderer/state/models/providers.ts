import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { KeysGuard, ProviderInfo, RemoteProviderKind } from '../../../shared/models/models'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf } from '../../errors/error-data'

/** The result of a provider's last test. */
export type ProviderTest =
  | { state: 'running' }
  | { state: 'passed'; modelCount: number; durationMs: number }
  | { state: 'failed'; error: ErrorData }

/**
 * A provider as the user enters it: an empty key keeps the stored one, and an empty name or address of a preset means
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
  /** How keys are protected here; null until it is known. */
  keysGuard: KeysGuard | null
  tests: ReadonlyMap<string, ProviderTest>
  error: ErrorData | null
  load: () => Promise<void>
  /** True when the provider was saved. */
  save: (draft: ProviderDraft) => Promise<boolean>
  remove: (id: string) => Promise<void>
  test: (id: string) => Promise<void>
}

/** The providers in Settings. Keys are only sent, never received. `onChanged`: the models may have changed. */
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
      // The list read before is still the best available.
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
        // Reloading successfully would clear the error of the failed removal.
        if (isRemoved) await load()
      },
      test: async (id) => {
        const running: ProviderTest = { state: 'running' }
        setTest(id, running)
        const end = await testOf(api, id)
        // A newer test is about what is stored now.
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

/** Derives from a name an unused id that `providers.save` accepts. */
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
