import { z } from 'zod'

import { agentIds } from '../../shared/agents/agents'
import { failure } from '../../shared/failures/failure'
import type { ProviderInfo } from '../../shared/models/models'
import { type ProviderPreset, providerPresets } from '../../shared/models/provider-presets'
import { type KnownProvider, providerInfo } from '../model-setup/known-provider'
import type { SavedProvider } from '../model-setup/schema'
import { registerSecret } from '../base/redaction/redaction'
import type { SecretStore } from './secret-store'
import type { SettingsStore } from './settings-store'
import { checkedAddress, checkedKey, originOf, plainKey } from './provider-input'

/** A key from the environment, and the variable that holds it. */
interface EnvironmentKey {
  apiKey: string
  variable: string
}

/** The keys of presets found in their usual variables. Each is sent only to the origin of its own preset. */
class EnvironmentKeys {
  /** The presets for which a key was found, in preset order. */
  readonly presets: readonly ProviderPreset[]
  readonly #byPreset: ReadonlyMap<string, EnvironmentKey>

  /** Reads the variables once, skipping values that cannot be keys. */
  constructor(environment: NodeJS.ProcessEnv, presets: readonly ProviderPreset[]) {
    this.#byPreset = new Map(
      presets.flatMap(({ id, keyVariables }) => {
        const found = keyVariables
          .map((variable) => ({ variable, apiKey: plainKey(environment[variable] ?? '') }))
          .find(({ apiKey }) => apiKey !== null && apiKey !== '')
        return found === undefined ? [] : [[id, { ...found, apiKey: found.apiKey ?? '' }] as const]
      }),
    )
    this.presets = presets.filter(({ id }) => this.#byPreset.has(id))
  }

  /** The key for requests to this address; null when its origin has none. */
  forAddress(baseUrl: string | null): EnvironmentKey | null {
    const origin = originOf(baseUrl)
    const preset =
      origin === null ? undefined : this.presets.find((candidate) => originOf(candidate.baseUrl) === origin)
    return preset === undefined ? null : (this.#byPreset.get(preset.id) ?? null)
  }

  /** All keys, to redact them from anything written. */
  all(): string[] {
    return [...this.#byPreset.values()].map(({ apiKey }) => apiKey)
  }
}

/** Ids that the user cannot use. Those of local servers are allowed, to set the address of such a server. */
const reservedIds: ReadonlySet<string> = new Set(['demo', ...agentIds])

/** A change to a provider; absent fields stay as they are. */
export interface ProviderChange {
  id: string
  kind: SavedProvider['kind']
  name?: string | undefined
  baseUrl?: string | undefined
  /** Empty removes the stored key. */
  apiKey?: string | undefined
}

export interface ProviderSettingsOptions {
  /** The presets that supply default names and addresses. */
  presets?: readonly ProviderPreset[]
  /** The environment that may contain keys of presets. */
  environment?: NodeJS.ProcessEnv
}

/**
 * The providers that the user added, those with keys in the environment, and all their keys. A stored key is sent only
 * to the origin for which it was entered, and is dropped when the origin changes. A key from the environment goes only
 * to its preset's origin, and only when none is stored. Only `apiKeyFor` reveals a key.
 */
export class ProviderSettings {
  readonly #settings: SettingsStore
  readonly #secrets: SecretStore
  readonly #presets: readonly ProviderPreset[]
  readonly #environment: EnvironmentKeys

  constructor(
    settings: SettingsStore,
    secrets: SecretStore,
    { presets = providerPresets, environment = {} }: ProviderSettingsOptions = {},
  ) {
    this.#settings = settings
    this.#secrets = secrets
    this.#presets = presets
    this.#environment = new EnvironmentKeys(environment, presets)
    // A provider or a library may quote a key, so redact all of them from anything written from now on.
    for (const apiKey of this.#environment.all()) registerSecret(apiKey)
    for (const { id } of settings.providers()) registerSecret(secrets.get(id) ?? '')
  }

  /** The saved providers in the order in which they were added, then those known only by their key. */
  known(): KnownProvider[] {
    const saved = this.#settings.providers()
    const discovered = this.#environment.presets.filter(
      (preset) =>
        !saved.some(({ id, baseUrl }) => id === preset.id || originOf(baseUrl) === originOf(preset.baseUrl)),
    )
    return [
      ...saved.map((provider): KnownProvider => ({ ...provider, origin: 'configured' })),
      ...discovered.map(({ id, kind, name, baseUrl }): KnownProvider => ({
        id,
        kind,
        name,
        baseUrl,
        origin: 'discovered',
      })),
    ]
  }

  list(): ProviderInfo[] {
    return this.known().map((provider) => this.#info(provider))
  }

  /** The key for requests to the provider, preferring a stored one; null when there is none. */
  apiKeyFor(id: string): string | null {
    return this.#keyOf(this.known().find((provider) => provider.id === id)).apiKey
  }

  /**
   * The address under which price lists know the provider: a preset's own, even when a test has replaced it. Null for
   * an unknown provider.
   */
  ownAddress(id: string): string | null {
    const baseUrl = this.known().find((provider) => provider.id === id)?.baseUrl ?? null
    const preset = this.#presets.find((candidate) => originOf(candidate.baseUrl) === originOf(baseUrl))
    return providerPresets.find((candidate) => candidate.id === preset?.id)?.baseUrl ?? baseUrl
  }

  /** The environment variable that holds the provider's key; null when the key is stored or missing. */
  keyVariableFor(id: string): string | null {
    return this.#keyOf(this.known().find((provider) => provider.id === id)).variable
  }

  /**
   * Adds a provider, or changes the one with this id. An absent `apiKey` keeps the stored one unless the origin of the
   * address changed; name and address of a preset are optional. A key without an address is the preset's own, so it is
   * stored for the preset's own address, wherever the provider led before.
   * @throws INVALID_INPUT the id is reserved, the address is missing or not a web address, the key cannot be sent
   * @throws STORE_FULL
   */
  save(change: ProviderChange): ProviderInfo {
    if (reservedIds.has(change.id)) {
      throw failure('INVALID_INPUT', 'provider-built-in', { field: 'id', id: change.id })
    }
    const apiKey = change.apiKey === undefined ? undefined : checkedKey(change.apiKey)
    const providers = this.#settings.providers()
    const previous = providers.find(({ id }) => id === change.id)
    const preset = this.#presets.find(({ id }) => id === change.id)
    const provider: SavedProvider =
      preset !== undefined && isKeyOfPreset(change, preset, previous)
        ? { id: preset.id, kind: preset.kind, name: change.name ?? preset.name, baseUrl: preset.baseUrl }
        : {
            id: change.id,
            kind: change.kind,
            name: change.name ?? previous?.name ?? preset?.name ?? change.id,
            baseUrl: checkedAddress(change.baseUrl ?? previous?.baseUrl ?? preset?.baseUrl ?? null),
          }

    // A key is removed before the address changes and added after it, so that a crash in between cannot pair one with
    // an address that it was not entered for.
    if (apiKey !== undefined || originOf(previous?.baseUrl) !== originOf(provider.baseUrl))
      this.#secrets.remove(provider.id)
    this.#settings.setProviders(
      previous === undefined
        ? [...providers, provider]
        : providers.map((candidate) => (candidate.id === provider.id ? provider : candidate)),
    )
    if (apiKey !== undefined && apiKey !== '') {
      registerSecret(apiKey)
      this.#secrets.set(provider.id, apiKey)
    }
    return this.#info({ ...provider, origin: 'configured' })
  }

  /** Removes the provider and its key; false when there was none. @throws STORE_FULL */
  remove(id: string): boolean {
    const providers = this.#settings.providers()
    const rest = providers.filter((provider) => provider.id !== id)
    this.#secrets.remove(id)
    if (rest.length === providers.length) return false
    this.#settings.setProviders(rest)
    return true
  }

  #info(provider: KnownProvider): ProviderInfo {
    return providerInfo(provider, this.#keyOf(provider))
  }

  #keyOf(provider: KnownProvider | undefined): { apiKey: string | null; variable: string | null } {
    if (provider === undefined) return { apiKey: null, variable: null }
    const stored = provider.origin === 'configured' ? this.#secrets.get(provider.id) : null
    if (stored !== null) return { apiKey: stored, variable: null }
    return this.#environment.forAddress(provider.baseUrl) ?? { apiKey: null, variable: null }
  }
}

/** True if a key was entered for a preset whose provider does not exist yet or has another origin. */
function isKeyOfPreset(
  { apiKey = '', baseUrl }: ProviderChange,
  preset: ProviderPreset,
  previous: SavedProvider | undefined,
): boolean {
  return apiKey !== '' && baseUrl === undefined && originOf(previous?.baseUrl) !== originOf(preset.baseUrl)
}

const addresses = z.record(z.string(), z.url({ protocol: /^https?$/ }))

/**
 * The presets that this app offers. In an app started for tests, `PARLEY_PRESET_ADDRESSES`, a JSON object by id,
 * replaces their servers with those of the test.
 */
export function knownPresets(environment: NodeJS.ProcessEnv): readonly ProviderPreset[] {
  const replaced = environment['PARLEY_PRESET_ADDRESSES']
  if (environment['PARLEY_TEST'] !== '1' || replaced === undefined) return providerPresets
  const byId = addresses.parse(JSON.parse(replaced))
  return providerPresets.map((preset) => ({ ...preset, baseUrl: byId[preset.id] ?? preset.baseUrl }))
}
