import { tmpdir } from 'node:os'

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
import type { Clock } from '../base/clock'
import type { HealthMonitor } from '../health/health-monitor'
import type { Platform } from '../platform/platform'
import { type AgentChange, AgentSettings } from '../settings/agent-settings'
import type { SecretStore } from '../settings/secret-store'
import type { SettingsStore } from '../settings/settings-store'

/**
 * Finds, configures, starts and queries agents, and reaps those that an earlier Parley left behind. Disposing
 * `resources` ends every agent.
 */
export function openAgentAccess(
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
