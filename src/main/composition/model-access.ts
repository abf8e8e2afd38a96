import type { ParleyError } from '../../shared/errors'
import { toErrorData } from '../../shared/failures/failure'
import type { NoticeId } from '../../shared/ids'
import { isLocalAddress } from '../../shared/models/local-address'
import { bestModel } from '../../shared/models/model-choice'
import { agentOf, parseModelRef, withPreference } from '../../shared/models/models'
import type { Clock } from '../base/clock'
import type { Log } from '../base/log'
import type { HealthMonitor } from '../health/health-monitor'
import type { Platform } from '../platform/platform'
import { createDiscovery, localEndpoints } from '../providers/registry/discovery'
import { isLoopback } from '../providers/http/peer'
import { ModelFactsLookup } from '../providers/facts/model-facts'
import { ownSearchOf, ProviderRegistry } from '../providers/registry/provider-registry'
import type { ResolveSource } from '../runs/starting/run-starter'
import { noticeAbout, type StoreNotices } from '../store/integrity/store-notices'
import { ModelPreferences } from '../settings/model-preferences'
import { knownPresets, ProviderSettings } from '../settings/provider-settings'
import { knownSearchAddresses, SearchSettings } from '../settings/search-settings'
import { SecretStore } from '../settings/secret-store'
import { SettingsStore } from '../settings/settings-store'
import { openAgentAccess } from './agent-access'

/** How long an agent and everything it started may take to end after it is asked to, in milliseconds. */
const agentGraceMs = 8_000

/** The default model of a new chat when the user has set none: it works on any machine. */
const fallbackModel = 'demo/writer'

const thisMachine = 'this machine'

export type ModelAccess = ReturnType<typeof openModelAccess>

/** Settings, keys, providers and agents: resolves a `provider/model` to a source that answers. */
export function openModelAccess(
  deps: {
    platform: Platform
    environment: NodeJS.ProcessEnv
    bootId: string
    clock: Clock
    health: HealthMonitor
    log: Log
    /** Receives notices of files that were set aside; absent where nobody sees them. */
    notices?: StoreNotices
    /** Paces the answers of the demo models; `clock` by default. */
    demoClock?: Clock | undefined
  },
  resources: AsyncDisposableStack,
) {
  const { platform, environment, clock, health, log } = deps
  const onProblem = (error: ParleyError) => {
    health.warning('settings', error)
    const aside = error.data?.['setAsideAs']
    if (typeof aside !== 'string') return
    const event = { code: 'file-damaged', error: toErrorData(error) } as const
    deps.notices?.add(noticeAbout(event, { id: aside as NoticeId, at: clock.now() }))
  }
  if (platform.secrets.problem !== undefined) onProblem(platform.secrets.problem)
  const fileDeps = {
    clock,
    onProblem,
    isReadOnly: platform.isReader ?? false,
  }
  const settings = new SettingsStore(platform.dataFolder, fileDeps)
  const preferences = new ModelPreferences(settings)
  const secrets = new SecretStore(platform.dataFolder, platform.secrets, fileDeps)
  const providers = new ProviderSettings(settings, secrets, {
    presets: knownPresets(environment),
    environment,
  })
  const search = new SearchSettings(settings, secrets, knownSearchAddresses(environment))
  const agents = openAgentAccess({ ...deps, settings, secrets }, resources)
  const registry = new ProviderRegistry({
    configured: () => providers.known(),
    apiKeyFor: (id) => providers.apiKeyFor(id),
    keyVariableFor: (id) => providers.keyVariableFor(id),
    discovery: createDiscovery(localEndpoints(environment['PARLEY_LOCAL_SERVERS']), clock),
    isDiscoveryOn: () => settings.get().discovery,
    listAgents: () => agents.registry.listModels(),
    // Without the provider: together with its time, the line would reveal which blind contestant is answering.
    onSkipped: (_providerId, what) => log.info('left out of an answer', { what }),
    clock,
    demoClock: deps.demoClock,
  })
  resources.defer(() => registry.close())
  const modelFacts = new ModelFactsLookup({
    clock,
    // A provider without a known address is the demo or was found on this machine.
    addressOf: (id) => providers.ownAddress(id),
    hasKey: (id) => providers.apiKeyFor(id) !== null,
    ownPrice: (model) => preferences.of(model)?.price,
    onProblem: (error) => health.warning('model-facts', error),
  })
  const resolveSource: ResolveSource = (model) => {
    const agentId = agentOf(model)
    if (agentId !== null) {
      const modelId = parseModelRef(model)?.modelId ?? ''
      return { source: agents.registry.source(agentId), modelId, graceMs: agentGraceMs, agentId }
    }
    const { provider, modelId } = registry.resolve(model)
    const listedMaxTokens = modelFacts.maxOutputTokens(model)
    return {
      source: (request, context) => provider.run({ ...request, listedMaxTokens }, context),
      modelId,
      takesImages: modelFacts.takesImages(model),
      callsTools: provider.kind === 'demo' ? false : modelFacts.callsTools(model),
      contextTokens: modelFacts.contextTokens(model),
      ownSearch: ownSearchOf(provider.kind, modelId),
      takesPrefill: provider.takesPrefill?.(modelId),
      isScripted: provider.kind === 'demo',
      isFree: modelFacts.isFree(model),
      costOf: modelFacts.costOf(model),
    }
  }
  /** The machine that serves the model, if it is this one or one in the private network; otherwise null. */
  const machineOf = (model: string) => {
    if (agentOf(model) !== null) return null
    const address = providers.ownAddress(parseModelRef(model)?.providerId ?? '')
    // A provider without a known address is the demo or was found on this machine.
    if (address === null || isLoopback(address)) return thisMachine
    const { hostname } = new URL(address)
    return isLocalAddress(hostname) ? hostname : null
  }
  const newChatModel = async (wished: string | null, signal: AbortSignal): Promise<string> => {
    const wanted = [wished, settings.get().defaultModel ?? fallbackModel].filter((model) => model !== null)
    const shown = wanted.find((model) => preferences.of(model)?.isHidden !== true)
    if (shown !== undefined) return shown
    const { models } = await registry.listModels(false, signal)
    const known = models.map((model) => withPreference(model, preferences.of(model.id)))
    return bestModel(known, wanted) ?? fallbackModel
  }
  return {
    settings,
    secrets,
    preferences,
    providers,
    search,
    agents,
    registry,
    modelFacts,
    resolveSource,
    machineOf,
    /** The model of a new chat without a choice, which should have the model `wished` if it is given. */
    newChatModel,
  }
}
