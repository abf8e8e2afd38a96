import { invalidInput } from '../../shared/errors'
import type { ProviderInfo } from '../../shared/models'
import { keyHint } from '../base/key-hint'
import type { SecretStore } from './secret-store'
import type { ConfiguredProvider, SettingsStore } from './settings-store'

/** Ids that cannot be given away; those of local servers can, to say where such a server really is. */
const reservedIds: ReadonlySet<string> = new Set(['demo'])

/** What the user says of a provider; what is absent stays as it is. */
export interface ProviderChange {
  id: string
  kind: ConfiguredProvider['kind']
  name?: string | undefined
  baseUrl?: string | undefined
  /** Empty removes the stored key. */
  apiKey?: string | undefined
}

/**
 * The providers that the user added, and their keys. A key goes to the origin for which it was entered and to no
 * other: when the origin changes, it is dropped. Nothing here gives a key out but `apiKeyFor`.
 */
export class ProviderSettings {
  readonly #settings: SettingsStore
  readonly #secrets: SecretStore

  constructor(settings: SettingsStore, secrets: SecretStore) {
    this.#settings = settings
    this.#secrets = secrets
  }

  list(): ProviderInfo[] {
    return this.#settings.providers().map((provider) => this.#info(provider))
  }

  /** The stored key, for a request to that provider; null when there is none. */
  apiKeyFor(id: string): string | null {
    return this.#secrets.get(id)
  }

  /**
   * Adds a provider, or changes the one with this id. An absent `apiKey` keeps the stored one unless the origin of
   * the address changed.
   * @throws INVALID_INPUT the id is reserved, the address is missing or no web address, the key cannot be sent
   * @throws STORE_FULL
   */
  save(change: ProviderChange): ProviderInfo {
    if (reservedIds.has(change.id)) {
      throw invalidInput('id', `“${change.id}” is built in. Choose another id.`)
    }
    const apiKey = change.apiKey === undefined ? undefined : checkedKey(change.apiKey)
    const providers = this.#settings.providers()
    const previous = providers.find(({ id }) => id === change.id)
    const provider: ConfiguredProvider = {
      id: change.id,
      kind: change.kind,
      name: change.name ?? previous?.name ?? change.id,
      baseUrl: checkedAddress(change.baseUrl ?? previous?.baseUrl ?? null),
    }

    // The key goes before the address changes and comes after it: were this cut off in between, no key would
    // stand beside an address that it was not entered for.
    if (apiKey !== undefined || originOf(previous) !== originOf(provider)) this.#secrets.remove(provider.id)
    this.#settings.setProviders(
      previous === undefined
        ? [...providers, provider]
        : providers.map((candidate) => (candidate.id === provider.id ? provider : candidate)),
    )
    if (apiKey !== undefined && apiKey !== '') this.#secrets.set(provider.id, apiKey)
    return this.#info(provider)
  }

  /** Removes the provider and its key. Answers whether it was there. @throws STORE_FULL */
  remove(id: string): boolean {
    const providers = this.#settings.providers()
    const rest = providers.filter((provider) => provider.id !== id)
    this.#secrets.remove(id)
    if (rest.length === providers.length) return false
    this.#settings.setProviders(rest)
    return true
  }

  #info(provider: ConfiguredProvider): ProviderInfo {
    return {
      ...provider,
      ...keyHint(this.#secrets.get(provider.id)),
      keyVariable: null,
      origin: 'configured',
    }
  }
}

function checkedAddress(baseUrl: string | null): string {
  if (baseUrl === null) {
    throw invalidInput('baseUrl', 'enter the address of the server, such as https://…/v1.')
  }
  const url = URL.parse(baseUrl)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw invalidInput('baseUrl', 'this is not an address that begins with https:// or http://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidInput('baseUrl', 'leave user and password out of it. The key has its own field.')
  }
  return baseUrl.trim()
}

/** White space around a key comes from copying; inside it, or beyond ASCII, no header could carry it. */
function checkedKey(apiKey: string): string {
  const key = apiKey.trim()
  if (/[^\x21-\x7e]/.test(key)) {
    throw invalidInput('apiKey', 'this key has characters that no key has. Copy it again.')
  }
  return key
}

function originOf(provider: ConfiguredProvider | undefined): string | null {
  return URL.parse(provider?.baseUrl ?? '')?.origin ?? null
}
