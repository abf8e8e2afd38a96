import { tmpdir } from 'node:os'

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
import type { AgentId, AgentInfo } from '../../shared/agents/agents'
import { invariant } from '../../shared/invariant'
import type { AgentStart } from '../agents/agent-process'
import { withheldVariables } from '../agents/registry/agent-variables'
import { AgentRegistry } from '../agents/registry/agent-registry'
import { type CommandStart, runCommand } from '../agents/commands/run-command'
import { createAcpRoute } from '../agents/acp/acp-route'
import { AgentFinder } from '../agents/registry/find-agents'
import { createJsonLinesRoute } from '../agents/json-lines/route/json-lines-route'
import { agentProfiles } from '../agents/profiles/agent-profiles'
import { removeLeftoverFolders } from '../base/files/owned-folder'
import { endLeftoverAgents } from '../agents/supervisor/leftover-agents'
import { createAgentSupervisor } from '../agents/supervisor/supervisor'
import { userEnvironment } from '../agents/registry/user-environment'
import { UnlimitedConsent } from '../agents/registry/unlimited-consent'
import { type AgentChange, AgentSettings } from '../settings/agent-settings'

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
    listsFixtures: environment['PARLEY_TEST'] === '1',
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
      batches: provider.batches,
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

/**
 * Finds, configures, starts and queries agents, and reaps those that an earlier Parley left behind. Disposing
 * `resources` ends every agent.
 */
function openAgentAccess(
  deps: {
    platform: Platform
    environment: NodeJS.ProcessEnv
    bootId: string
    clock: Clock
    health: HealthMonitor
    settings: SettingsStore
    secrets: SecretStore
  },
  resources: AsyncDisposableStack,
) {
  const { platform, environment, bootId, clock, health: errors, settings, secrets } = deps
  const { dataFolder } = platform
  const leftoversEnded = endLeftoverAgents({ dataFolder, clock, errors }).then(() =>
    // Parts of chats and folders that a killed process left behind.
    removeLeftoverFolders(tmpdir()),
  )
  resources.defer(() => leftoversEnded)
  const supervisor = createAgentSupervisor({ clock, bootId, dataFolder, environment, errors })
  const agentSettings = new AgentSettings(settings, secrets, environment)
  const setupOf = (agentId: AgentId) => agentSettings.setupOf(agentId)
  const finder = new AgentFinder({ profiles: agentProfiles, setupOf, environment, clock })
  resources.defer(() => finder.close())
  const acp = createAcpRoute({ supervisor, clock, errors, version: platform.version })
  // Idle agents end when their input closes; both run at once, so that quitting is not delayed by either.
  const close = async () => {
    await Promise.all([acp.close(), supervisor.close()])
  }
  resources.defer(close)
  const consent = new UnlimitedConsent({
    isRemembered: (place) => settings.isUnlimited(place),
    remember: (place) => {
      if (platform.isReader !== true) settings.addUnlimitedFolder(place)
    },
    ask: ({ agentId, folder }, signal) =>
      platform.confirm(
        {
          kind: 'unlimited-agent',
          agentName: agentProfiles[agentId].name,
          lines: [{ label: 'folder', value: folder }],
        },
        signal,
      ),
  })
  const registry = new AgentRegistry({
    profiles: agentProfiles,
    finder,
    setupOf,
    environment,
    isRoot: process.getuid?.() === 0,
    routes: {
      acp: (agentId) => acp.route(agentId),
      jsonLines: (agentId) => createJsonLinesRoute(agentId, { supervisor, clock, errors }),
    },
    allowUnlimited: (agentId, folder, signal) => consent.allows({ agentId, folder }, signal),
  })

  /** @throws INVALID_INPUT, CANCELLED the user did not agree, STORE_FULL */
  async function save(change: AgentChange, signal: AbortSignal): Promise<AgentInfo> {
    const { agentId, passes = [] } = change
    const agentName = agentProfiles[agentId].name
    const withheld = withheldVariables(agentId, environment, setupOf(agentId).environment)
    const allowed = passes.filter((name) => withheld.includes(name))
    await agentSettings.save({ ...change, passes: allowed }, (lines) =>
      platform.confirm({ kind: 'agent-settings', agentName, lines }, signal),
    )
    finder.invalidate()
    const agent = (await registry.list(false)).find(({ id }) => id === agentId)
    invariant(agent !== undefined, 'the registry lists every agent')
    return agent
  }

  const list = (refresh: boolean) => registry.list(refresh)
  return {
    registry,
    list,
    save,
    /** The chat was deleted: end an agent that waits for its next question. */
    forget: (sessionId: string) => acp.forget(sessionId),
    /** Starts any program of the user's, supervised like an agent. */
    startProgram: (start: AgentStart) => supervisor.start(start),
    processCount: () => supervisor.count(),
    /** Runs the user's command to its end, supervised like an agent. */
    runCommand: async (start: CommandStart) => {
      const { PATH: searchPath } = await userEnvironment(environment, clock)
      return runCommand({ supervisor, clock, searchPath }, start)
    },
    /** Ends all agents, including those that are answering, and refuses to start more. */
    close,
  }
}
