import { createStore } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { webAddress } from '../../../shared/models/api-address'
import type { KeysGuard, ProviderInfo, RemoteProviderKind } from '../../../shared/models/models'
import { providerPresets } from '../../../shared/models/provider-presets'
import type { ParleyApi } from '../../rpc/parley-api'
import { attempt, errorDataOf } from '../../errors/error-data'

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
  /** The protection of stored keys on this machine; null until it is known. */
  keysGuard: KeysGuard | null
  tests: ReadonlyMap<string, ProviderTest>
  error: ErrorData | null
}

/** The providers in Settings. Keys are only sent, never received. */
export class Providers {
  readonly store = createStore<ProvidersState>(() => ({
    phase: 'loading',
    providers: [],
    keysGuard: null,
    tests: new Map(),
    error: null,
  }))
  readonly #api: ParleyApi
  readonly #onChanged: () => void

  /** `onChanged`: the models may have changed. */
  constructor(api: ParleyApi, onChanged: () => void) {
    this.#api = api
    this.#onChanged = onChanged
  }

  async load(): Promise<void> {
    const isRead = await attempt(this.store, async () => {
      const listed = await this.#api.invoke('providers.list', {})
      this.store.setState({ ...listed, phase: 'ready' })
    })
    // The list read before is still the best available.
    if (!isRead && this.store.getState().phase === 'loading') this.store.setState({ phase: 'failed' })
  }

  /** Saves a provider and tests it. Resolves with whether it was saved. */
  async save({ id, kind, name, baseUrl, apiKey }: ProviderDraft): Promise<boolean> {
    const isSaved = await attempt(this.store, async () => {
      await this.#api.invoke('providers.save', {
        id,
        kind,
        ...(baseUrl === '' ? {} : { baseUrl }),
        ...(name === '' ? {} : { name }),
        ...(apiKey === '' ? {} : { apiKey }),
      })
    })
    if (isSaved) await Promise.all([this.load(), this.test(id)])
    this.#onChanged()
    return isSaved
  }

  async remove(id: string): Promise<void> {
    const isRemoved = await attempt(this.store, async () => {
      await this.#api.invoke('providers.remove', { id })
      // A provider that is added under this id later has not been tested.
      this.store.setState(({ tests }) => ({
        tests: new Map([...tests].filter(([testedId]) => testedId !== id)),
      }))
    })
    this.#onChanged()
    // Reloading successfully would clear the error of the failed removal.
    if (isRemoved) await this.load()
  }

  async test(id: string): Promise<void> {
    const running: ProviderTest = { state: 'running' }
    this.#setTest(id, running)
    const end = await testOf(this.#api, id)
    // A newer test is about what is stored now.
    if (this.store.getState().tests.get(id) === running) this.#setTest(id, end)
  }

  #setTest(id: string, test: ProviderTest): void {
    this.store.setState(({ tests }) => ({ tests: new Map(tests).set(id, test) }))
  }
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

/** A server's address and key as typed. */
interface TypedServer {
  address: string
  apiKey: string
}

/**
 * The provider to save for a server. A known service keeps its own id and API type; a server that was saved before, or
 * as `triedId` with an address that did not work, is changed instead of added again.
 */
export function serverDraft(
  { address, apiKey }: TypedServer,
  providers: readonly ProviderInfo[],
  triedId: string | null,
): ProviderDraft {
  const url = URL.parse(webAddress(address) ?? '')
  const isThere = (baseUrl: string | null) => url !== null && URL.parse(baseUrl ?? '')?.origin === url.origin
  const given = { baseUrl: address.trim(), apiKey: apiKey.trim() }
  const preset = providerPresets.find(({ baseUrl }) => isThere(baseUrl))
  if (preset !== undefined) return { id: preset.id, kind: preset.kind, name: '', ...given }
  const saved = providers.find(({ origin, baseUrl }) => origin === 'configured' && isThere(baseUrl))
  const name = url?.host ?? ''
  const kind = saved === undefined || saved.kind === 'demo' ? 'openai-compatible' : saved.kind
  const meant = kind === 'openai-compatible' ? { ...given, baseUrl: withPath(given.baseUrl) } : given
  if (saved !== undefined && saved.kind !== 'demo') return { id: saved.id, kind, name: '', ...meant }
  const taken = providers.map(({ id }) => id)
  return { id: triedId ?? providerIdFor(name, taken), kind, name, ...meant }
}

/** Servers usually have this API below /v1, which people leave out; a slash at the end says that this one does not. */
function withPath(address: string): string {
  const { pathname, search, hash } = URL.parse(webAddress(address) ?? '') ?? {}
  return pathname === '/' && search === '' && hash === '' && !address.endsWith('/')
    ? `${address}/v1`
    : address
}

/** The address that will be used for a server typed as `typed`, if it is another; null while that is a single word. */
export function completedServer(typed: string, providers: readonly ProviderInfo[]): string | null {
  if (!/[.:]/.test(typed)) return null
  const address = webAddress(serverDraft({ address: typed, apiKey: '' }, providers, null).baseUrl)
  return address === typed.trim() ? null : address
}

/** The address that will be used for `typed`, if a scheme is missing; null while that is a single word. */
export function completedAddress(typed: string): string | null {
  const address = /[.:]/.test(typed) ? webAddress(typed) : null
  return address === typed.trim() ? null : address
}
