import { failure, toErrorData } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import {
  isModelRef,
  type ModelInfo,
  type ModelProblem,
  parseModelRef,
  type ProviderInfo,
  type ProviderKind,
  type RemoteProviderKind,
} from '../../../shared/models/models'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import { keyHint, type KnownProvider, providerInfo } from '../../model-setup/known-provider'
import { createAnthropicProvider } from '../anthropic/anthropic-provider'
import { createDemoProvider, demoProviderId } from '../demo/demo-provider'
import { createGoogleProvider } from '../google/google-provider'
import { RefusalMemory } from '../language-model/lesser-request'
import type { RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { createOpenAiCompatibleProvider } from '../openai-compatible/openai-compatible-provider'
import { createOpenAiProvider } from '../openai/openai-provider'
import type { Provider } from '../provider'
import { withRetries } from '../retry/with-retries'
import type { Discovery, LocalEndpoint } from './discovery'
import type { OwnSearch } from '../../run-source/run-source'
import { searchesAlone } from '../google/google-models'

export interface ProviderRegistryOptions {
  /** The current providers: saved ones, and those known by their key. */
  configured(): readonly KnownProvider[]
  /** The key of a configured provider; null when it has none. Used only for that provider's requests. */
  apiKeyFor(providerId: string): string | null
  /** The environment variable that this key comes from; null when the key is stored. */
  keyVariableFor?(providerId: string): string | null
  discovery: Discovery
  /** The user wants Parley to find local servers. */
  isDiscoveryOn(): boolean
  /** The models of coding agents; absent when there are no agents. */
  listAgents?(): Promise<ModelInfo[]>
  /** Called for things in an answer that were not understood and were skipped. */
  onSkipped?(providerId: string, what: string): void
  clock: Clock
  /** Paces the answers of the demo models; `clock` by default. */
  demoClock?: Clock | undefined
  /** Also lists the demo models that only tests need. */
  listsFixtures?: boolean
}

/** How long a listing is kept. */
const listingAgeMs = 30_000

/** All providers: saved ones, discovered local servers, and the built-in demo. */
export class ProviderRegistry {
  readonly #options: ProviderRegistryOptions
  readonly #demo: Provider
  readonly #changed = new Emitter<void>()
  readonly #closing = new AbortController()
  readonly #refusals: RefusalMemory
  #found: readonly LocalEndpoint[] = []
  #listing: { made: ModelListing; atMs: number } | null = null
  #pending: Promise<ModelListing> | null = null

  constructor(options: ProviderRegistryOptions) {
    this.#options = options
    this.#refusals = new RefusalMemory(options.clock)
    this.#demo = createDemoProvider(options.demoClock ?? options.clock, options)
  }

  /**
   * The provider of the model `provider/model`. Local servers can be used by their default ids before they are
   * discovered; one that is not running fails when it gets a request.
   * @throws ParleyError NOT_FOUND when there is no such provider
   */
  resolve(modelRef: string): { provider: Provider; modelId: string } {
    const named = parseModelRef(modelRef)
    const provider = named === null ? null : this.#provider(named.providerId)
    if (named === null || provider === null) throw failure('NOT_FOUND', 'model', { modelRef })
    return { provider, modelId: named.modelId }
  }

  /**
   * The models of all providers, then of agents, with the demo's last. Providers are queried in parallel, each with its
   * own timeout; one that fails becomes a problem. The result is kept for 30 s unless `refresh` is set.
   * @throws the signal's reason when it aborts
   */
  async listModels(refresh: boolean, signal: AbortSignal): Promise<ModelListing> {
    signal.throwIfAborted()
    const kept = this.#listing
    if (!refresh && kept !== null && this.#options.clock.monotonic() - kept.atMs < listingAgeMs) {
      return kept.made
    }
    const pending = this.#pending ?? this.#startListing()
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason as Error)
      signal.addEventListener('abort', onAbort, { once: true })
      pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    })
  }

  /** Every provider as a window may see it. Local servers are those in the latest listing. */
  listProviders(): ProviderInfo[] {
    const options = this.#options
    const configured = this.#configured().map((provider) => {
      const { id } = provider
      const variable = options.keyVariableFor?.(id) ?? null
      return providerInfo(provider, { apiKey: options.apiKeyFor(id), variable })
    })
    const keyless = { ...keyHint(null), keyVariable: null }
    const discovered = this.#unconfigured(this.#found).map(({ id, name, baseUrl }): ProviderInfo => {
      return { id, kind: 'openai-compatible', name, baseUrl, ...keyless, origin: 'discovered' }
    })
    const { id, kind, name } = this.#demo
    return [...configured, ...discovered, { id, kind, name, baseUrl: null, ...keyless, origin: 'built-in' }]
  }

  /**
   * Asks one provider for its models, now.
   * @throws ParleyError NOT_FOUND when there is no such provider, or any error of the provider
   */
  async test(providerId: string, signal: AbortSignal): Promise<{ modelCount: number; durationMs: number }> {
    const provider = this.#provider(providerId)
    if (provider === null) throw failure('NOT_FOUND', 'provider', { providerId })
    const { clock } = this.#options
    const startedAt = clock.monotonic()
    const models = await fetchModels(provider, clock, signal)
    return { modelCount: models.length, durationMs: Math.round(clock.monotonic() - startedAt) }
  }

  /** Calls the listener when the models may have changed: a provider changed, or other local servers were found. */
  onChanged(listener: () => void): Dispose {
    return this.#changed.on(listener)
  }

  /** Discards the kept listing because a provider, a key or the discovery setting changed. */
  invalidate(): void {
    this.#listing = null
    this.#pending = null
    this.#changed.fire()
  }

  /** Aborts pending requests. */
  close(): void {
    this.#closing.abort(failure('CANCELLED', 'quitting'))
  }

  #startListing(): Promise<ModelListing> {
    const pending = this.#askAll()
    this.#pending = pending
    const settle = (made: ModelListing | null) => {
      // A listing that was invalidated in the meantime still answers its callers, but is not kept.
      if (this.#pending !== pending) return
      this.#pending = null
      this.#listing = made === null ? null : { made, atMs: this.#options.clock.monotonic() }
    }
    void pending.then(settle, () => settle(null))
    return pending
  }

  async #askAll(): Promise<ModelListing> {
    const { clock } = this.#options
    const { signal } = this.#closing
    const configured = this.#configured().map((saved) =>
      this.#remote(saved, this.#options.apiKeyFor(saved.id)),
    )
    const [asked, found, agents, demo] = await Promise.all([
      fetchAllModels(configured, clock, signal),
      this.#findServers().then((servers) =>
        fetchAllModels(
          servers.map((server) => this.#remote(server, null)),
          clock,
          signal,
        ),
      ),
      this.#options.listAgents?.() ?? [],
      fetchAllModels([this.#demo], clock, signal),
    ])
    return mergeListings([asked, found, { models: agents, problems: [] }, demo])
  }

  async #findServers(): Promise<readonly LocalEndpoint[]> {
    const { discovery } = this.#options
    const found = this.#options.isDiscoveryOn() ? await discovery.find(this.#closing.signal) : []
    const isChanged = idsOf(found) !== idsOf(this.#found)
    this.#found = found
    if (isChanged) this.#changed.fire()
    return this.#unconfigured(found)
  }

  #provider(id: string): Provider | null {
    if (id === demoProviderId) return this.#demo
    const saved = this.#configured().find((provider) => provider.id === id)
    if (saved !== undefined) return this.#remote(saved, this.#options.apiKeyFor(id))
    if (!this.#options.isDiscoveryOn()) return null
    const local = this.#options.discovery.endpoints.find((endpoint) => endpoint.id === id)
    return local === undefined ? null : this.#remote(local, null)
  }

  #remote(
    saved: { id: string; kind?: RemoteProviderKind; name: string; baseUrl: string },
    apiKey: string | null,
  ): Provider {
    const { id, kind = 'openai-compatible', name, baseUrl } = saved
    const options = this.#options
    return createRemoteProvider(kind, {
      id,
      name,
      baseUrl,
      apiKey,
      clock: options.clock,
      onSkipped: (what) => options.onSkipped?.(id, what),
      refusals: this.#refusals,
    })
  }

  #configured(): readonly KnownProvider[] {
    return this.#options.configured().filter(({ id }) => id !== demoProviderId)
  }

  /** Local servers that no saved provider has the id or the address of. */
  #unconfigured(endpoints: readonly LocalEndpoint[]): LocalEndpoint[] {
    const configured = this.#configured()
    return endpoints.filter(
      ({ id, baseUrl }) =>
        !configured.some((saved) => saved.id === id || originOf(saved.baseUrl) === originOf(baseUrl)),
    )
  }
}

function idsOf(endpoints: readonly LocalEndpoint[]): string {
  return endpoints.map(({ id }) => id).join(' ')
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin
}

/** Creates a provider of this kind, which repeats a request after a transient failure. */
export function createRemoteProvider(kind: RemoteProviderKind, options: RemoteEndpointOptions): Provider {
  return withRetries(create(kind, options), { clock: options.clock })
}

function create(kind: RemoteProviderKind, options: RemoteEndpointOptions): Provider {
  switch (kind) {
    case 'openai':
      return createOpenAiProvider(options)
    case 'anthropic':
      return createAnthropicProvider(options)
    case 'google':
      return createGoogleProvider(options)
    case 'openai-compatible':
      return createOpenAiCompatibleProvider(options)
    default:
      return assertNever(kind)
  }
}

/** The models of several providers, and the providers that could not be listed. */
interface ModelListing {
  models: ModelInfo[]
  problems: ModelProblem[]
}

/** How long one provider may take for its whole list. */
const providerTimeoutMs = 6_000

/**
 * The models of one provider.
 * @throws ParleyError PROVIDER_UNREACHABLE when the list takes too long, or any error of the provider
 */
async function fetchModels(provider: Provider, clock: Clock, signal: AbortSignal): Promise<ModelInfo[]> {
  signal.throwIfAborted()
  const deadline = new AbortController()
  const cancelTimer = clock.after(providerTimeoutMs, () => {
    const data = { providerName: provider.name, timeoutMs: providerTimeoutMs }
    deadline.abort(failure('PROVIDER_UNREACHABLE', 'no-models', data))
  })
  try {
    // Leaves out models whose id cannot be part of a model reference.
    const models = await provider.listModels(AbortSignal.any([signal, deadline.signal]))
    return models.filter(({ id }) => isModelRef(id))
  } finally {
    cancelTimer()
  }
}

/** The models of all providers in order, requested in parallel: one that hangs does not delay the others. */
async function fetchAllModels(
  providers: readonly Provider[],
  clock: Clock,
  signal: AbortSignal,
): Promise<ModelListing> {
  const outcomes = await Promise.all(
    providers.map(async (provider): Promise<ModelListing> => {
      try {
        return { models: await fetchModels(provider, clock, signal), problems: [] }
      } catch (error) {
        const problem = { providerId: provider.id, providerName: provider.name, error: toErrorData(error) }
        return { models: [], problems: [problem] }
      }
    }),
  )
  return mergeListings(outcomes)
}

/** Joins several listings in order. */
function mergeListings(listings: readonly ModelListing[]): ModelListing {
  return {
    models: listings.flatMap((listing) => listing.models),
    problems: listings.flatMap((listing) => listing.problems),
  }
}

/** The models of each family that can use their provider's web search; others reject the request. */
const searching: Readonly<Partial<Record<ProviderKind, RegExp>>> = {
  // Not the smallest of GPT-4.1, and not the older ones.
  openai: /^(?:ft:)?(?:gpt-4o|gpt-4\.1(?!-nano)|gpt-[5-9]|o3|o4)/,
  anthropic: /^claude-(?:3-[57]-|[a-z]+-(?:[4-9]|\d\d)(?!\d))/,
}

/** How the provider of this model searches the web if a request asks for it; undefined if it cannot. */
export function ownSearchOf(kind: ProviderKind, modelId: string): OwnSearch | undefined {
  if (kind === 'google') return searchesAlone(modelId) ? 'alone' : undefined
  return searching[kind]?.test(modelId) === true ? 'beside-tools' : undefined
}
