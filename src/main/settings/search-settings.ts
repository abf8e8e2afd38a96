import { z } from 'zod'

import { failure } from '../../shared/failures/failure'
import {
  type SearchInfo,
  type SearchKind,
  searchAddresses,
  searchProviderNames,
} from '../../shared/tools/search'
import { registerSecret } from '../base/redaction/redaction'
import { keyHint } from '../model-setup/known-provider'
import type { SearchSetup } from '../model-setup/setups'
import { checkedAddress, originOf, checkedKey } from './provider-input'
import { searchSecretId, type SecretStore } from './secret-store'
import type { SettingsStore } from './settings-store'

/** The addresses of the services that have only one. */
export type SearchAddresses = typeof searchAddresses

/**
 * The addresses of the search services. In an app started for tests, `PARLEY_SEARCH_ADDRESSES`, a JSON object by kind,
 * replaces them with servers of the test.
 */
export function knownSearchAddresses(environment: NodeJS.ProcessEnv): SearchAddresses {
  const replaced = environment['PARLEY_SEARCH_ADDRESSES']
  if (environment['PARLEY_TEST'] !== '1' || replaced === undefined) return searchAddresses
  const address = z.url({ protocol: /^https?$/ }).optional()
  const { brave, tavily } = z.object({ brave: address, tavily: address }).parse(JSON.parse(replaced))
  return { brave: brave ?? searchAddresses.brave, tavily: tavily ?? searchAddresses.tavily }
}

/** A change to how models search; absent fields stay as they are. */
export interface SearchChange {
  kind: SearchKind
  baseUrl?: string | undefined
  /** Empty removes the stored key. */
  apiKey?: string | undefined
}

/**
 * The settings for web search by models. There is one key, for the chosen service. It is sent only to the origin for
 * which it was entered, and dropped when another is chosen. Only `setup` reveals it.
 */
export class SearchSettings {
  readonly #settings: Pick<SettingsStore, 'search' | 'setSearch'>
  readonly #secrets: SecretStore
  readonly #addresses: SearchAddresses

  constructor(
    settings: Pick<SettingsStore, 'search' | 'setSearch'>,
    secrets: SecretStore,
    addresses: SearchAddresses = searchAddresses,
  ) {
    this.#settings = settings
    this.#secrets = secrets
    this.#addresses = addresses
    if (this.#takesKey(settings.search().kind)) registerSecret(secrets.get(searchSecretId) ?? '')
  }

  get(): SearchInfo {
    return { ...this.#settings.search(), ...keyHint(this.#apiKey()) }
  }

  /** The service that searches; null if none is set up completely. */
  setup(): SearchSetup | null {
    const { kind } = this.#settings.search()
    const baseUrl = this.#address()
    if (kind === 'own' || baseUrl === null) return null
    const apiKey = this.#apiKey()
    if (this.#takesKey(kind) && apiKey === null) return null
    return { kind, name: searchProviderNames[kind], baseUrl, apiKey }
  }

  /** @throws INVALID_INPUT, STORE_FULL */
  save({ kind, baseUrl, apiKey }: SearchChange): SearchInfo {
    const key = apiKey === undefined ? undefined : checkedKey(apiKey)
    const previous = this.#settings.search()
    const typed = baseUrl ?? previous.baseUrl
    const address = kind === 'searxng' || baseUrl !== undefined ? searxngAddress(typed) : typed
    const origin = originOf(this.#address())
    const isMoved = origin !== originOf(this.#addressOf(kind, address))
    // Removed before the address changes and added after it, so that a crash in between cannot pair a key with an
    // address that it was not entered for.
    if (key !== undefined || isMoved) this.#secrets.remove(searchSecretId)
    this.#settings.setSearch({ kind, baseUrl: address })
    if (key !== undefined && key !== '' && this.#takesKey(kind)) {
      registerSecret(key)
      this.#secrets.set(searchSecretId, key)
    }
    return this.get()
  }

  #apiKey(): string | null {
    return this.#takesKey(this.#settings.search().kind) ? this.#secrets.get(searchSecretId) : null
  }

  #takesKey(kind: SearchKind): boolean {
    return kind === 'brave' || kind === 'tavily'
  }

  #address(): string | null {
    const { kind, baseUrl } = this.#settings.search()
    return this.#addressOf(kind, baseUrl)
  }

  #addressOf(kind: SearchKind, baseUrl: string | null): string | null {
    if (kind === 'own') return null
    return kind === 'searxng' ? baseUrl : this.#addresses[kind]
  }
}

/** The base address of a SearXNG server; people copy that of its search page. @throws INVALID_INPUT */
function searxngAddress(typed: string | null): string {
  if (typed === null) throw failure('INVALID_INPUT', 'address-missing', { field: 'baseUrl' })
  return checkedAddress(typed.trim().replace(/\/search\/?(?:\?.*)?$/, ''))
}
