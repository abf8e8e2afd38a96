import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

import type { AgentId, AgentInfo } from '../../../shared/agents/agents'
import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { invariant } from '../../../shared/invariant'
import type { ModelInfo } from '../../../shared/models/models'
import { agentNotice } from '../../../shared/runs/agent-notice'
import type { AgentSetup } from '../../model-setup/setups'
import type { RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import type { AgentProfile, InstalledAgent } from '../agent'
import { allowedEnvironment } from '../supervisor/agent-environment'
import { isBatchFile, shimTarget } from '../supervisor/batch-start'
import { agentRequest, ownChoice } from './agent-request'
import { type AgentRoute, type JsonLinesAgentId, usesJsonLines } from '../agent-route'
import type { AgentFinder, FoundAgent } from './find-agents'
import { folderVariables, withheldVariables } from './agent-variables'
import { searchPathWith } from './search-folders'
import { userEnvironment } from './user-environment'

export interface AgentRegistryOptions {
  profiles: Readonly<Record<AgentId, AgentProfile>>
  finder: AgentFinder
  setupOf(agentId: AgentId): AgentSetup
  /** The environment that Parley was started with. */
  environment: NodeJS.ProcessEnv
  /** Parley, and so every agent, runs as root. */
  isRoot: boolean
  routes: { acp: (agentId: AgentId) => AgentRoute; jsonLines: (agentId: JsonLinesAgentId) => AgentRoute }
  /** Resolves to true if the user consents to unlimited permission for an agent that starts in this folder. */
  allowUnlimited(agentId: AgentId, folder: string, signal: AbortSignal): Promise<boolean>
}

/** Set to `acp` or `json-lines`, it selects the route of Claude Code and Codex, whichever adapters are installed. */
const routeVariable = 'PARLEY_AGENT_ROUTE'

/** All agents, each as a source that answers like a model. */
export class AgentRegistry {
  readonly #options: AgentRegistryOptions

  constructor(options: AgentRegistryOptions) {
    this.#options = options
  }

  /**
   * The source for this agent. Runs fail with AGENT_NOT_INSTALLED, with installation instructions, when it is not
   * installed.
   */
  source(agentId: AgentId): RunSource {
    return (request, context) => this.#run(agentId, request, context)
  }

  /** The models of all agents, including those that are not installed; each agent's default comes first. */
  async listModels(): Promise<ModelInfo[]> {
    const found = await this.#options.finder.locateAll()
    return found.flatMap(({ profile, program }) =>
      [{ id: ownChoice, name: profile.name }, ...profile.models].map(({ id, name }): ModelInfo => ({
        id: `${profile.id}/${id}`,
        providerId: profile.id,
        providerName: profile.name,
        name,
        isScripted: false,
        isLocal: false,
        agent: { agentId: profile.id, isInstalled: program !== null },
      })),
    )
  }

  /** Every agent as a window may see it. */
  async list(refresh: boolean): Promise<AgentInfo[]> {
    const found = await this.#options.finder.findAll(refresh)
    return found.map((agent) => {
      const setup = this.#options.setupOf(agent.profile.id)
      const route = this.#routeOf(agent)
      const { isRoot } = this.#options
      return {
        ...agentInfo(agent, setup, route),
        withheld: withheldVariables(agent.profile.id, this.#options.environment, setup.environment),
        asRoot: isRoot ? asRoot(agent.profile, setup, route) : null,
      }
    })
  }

  async *#run(
    agentId: AgentId,
    request: RunRequest,
    context: RunContext,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    const { agent: turn } = request
    invariant(turn !== undefined, 'a request to an agent includes its turn')
    const found = await this.#options.finder.locate(agentId)
    programOf(found, this.#options.setupOf(agentId))
    const workspace = await turn.openWorkspace(context.signal)
    context.signal.throwIfAborted()
    if (turn.permission === 'unlimited') await this.#assertUnlimited(found, workspace, context.signal)
    else yield* folderSettingsNotices(found.profile, this.#routeOf(found), workspace)
    // Only now: the user may have removed a key while the question was open.
    const agent = await this.#installed(found, turn.permission === 'unlimited' ? null : workspace)
    const route = this.#route(found)
    const ask = async (resumeId: string | null) => ({
      agent,
      request: await agentRequest(request, { ...turn, workspace, resumeId }),
      runId: turn.runId,
      sessionId: turn.sessionId,
    })
    let hasSpoken = false
    try {
      for await (const event of route(await ask(turn.resumeId), context)) {
        hasSpoken ||= event.type !== 'notice'
        yield event
      }
    } catch (error) {
      if (turn.resumeId === null || hasSpoken || !isSessionLost(error)) throw error
      context.signal.throwIfAborted()
      // Restarted once, with the content of the lost session as text.
      yield* route(await ask(null), context)
    }
  }

  /** `folder`: where it may not take variables from files that are not the user's; null if it may. */
  async #installed(found: FoundAgent, folder: string | null): Promise<InstalledAgent> {
    const setup = this.#options.setupOf(found.profile.id)
    const { baseUrl, environment } = setup
    const program = programOf(found, setup)
    const searchPath = await searchPathWith(
      dirname(program.path),
      await userEnvironment(this.#options.environment),
    )
    const target = isBatchFile(program.path) ? await shimTarget(program.path) : null
    const emptied = folder === null ? {} : await this.#emptied(found.profile, folder)
    return {
      executable: program.path,
      ...(target !== null && { shimTarget: target.file }),
      version: program.version,
      adapter: found.adapter?.path ?? null,
      baseUrl,
      environment: { ...emptied, PATH: searchPath, ...environment },
    }
  }

  /** Variables without a value: a file cannot set a variable that exists. */
  async #emptied(
    { name: providerName, variableFiles = [] }: AgentProfile,
    folder: string,
  ): Promise<Record<string, string>> {
    const { environment } = this.#options
    const given = allowedEnvironment(environment)
    const home = environment['HOME'] ?? homedir()
    const names = await folderVariables(folder, variableFiles, { home, providerName })
    return Object.fromEntries(names.filter((name) => !(name in given)).map((name) => [name, '']))
  }

  #route(found: FoundAgent): AgentRoute {
    const { routes } = this.#options
    const { id } = found.profile
    return usesJsonLines(id) && this.#routeOf(found) === 'json-lines' ? routes.jsonLines(id) : routes.acp(id)
  }

  /** The protocol, unless the agent needs an adapter that is not installed: then its printed lines. */
  #routeOf({ profile, adapter }: FoundAgent): 'acp' | 'json-lines' {
    if (!usesJsonLines(profile.id)) return 'acp'
    const forced = this.#options.environment[routeVariable]
    if (forced === 'acp' || forced === 'json-lines') return forced
    return adapter !== null ? 'acp' : 'json-lines'
  }

  async #assertUnlimited({ profile }: FoundAgent, folder: string, signal: AbortSignal): Promise<void> {
    const isAllowed = await this.#options.allowUnlimited(profile.id, folder, signal)
    signal.throwIfAborted()
    if (isAllowed) return
    throw failure('AGENT_FAILED', 'not-allowed', { providerName: profile.name, agentId: profile.id })
  }
}

/** @throws AGENT_NOT_INSTALLED */
function programOf({ profile, program }: FoundAgent, { executable }: AgentSetup) {
  if (program === null) throw notInstalled(profile, executable)
  return program
}

/** Warns of files in the folder that may start programs that nobody allowed. */
function* folderSettingsNotices(
  { name, folderSettings }: AgentProfile,
  route: NonNullable<AgentInfo['route']>,
  workspace: string,
): Generator<SourceEvent, void, undefined> {
  for (const file of (folderSettings[route] ?? []).filter((path) => existsSync(join(workspace, path)))) {
    yield agentNotice({ reason: 'folder-settings', providerName: name, file })
  }
}

function isSessionLost(error: unknown): boolean {
  return error instanceof ParleyError && error.data?.['reason'] === 'session-lost'
}

function notInstalled({ id, name, install }: AgentProfile, executable: string | null): ParleyError {
  const data = { providerName: name, agentId: id, install }
  return executable === null
    ? failure('AGENT_NOT_INSTALLED', 'not-found', data)
    : failure('AGENT_NOT_INSTALLED', 'wrong-program', { ...data, executable })
}

function agentInfo(
  found: FoundAgent,
  setup: AgentSetup,
  route: NonNullable<AgentInfo['route']>,
): Omit<AgentInfo, 'asRoot' | 'withheld'> {
  const { profile, program, adapter } = found
  const [adapterName] = profile.adapters
  return {
    id: profile.id,
    name: profile.name,
    isInstalled: program !== null,
    version: program?.version ?? null,
    executable: setup.executable ?? program?.path ?? null,
    isCustom: setup.executable !== null,
    route: program === null ? null : route,
    adapter:
      adapterName === undefined
        ? null
        : {
            name: adapterName,
            isInstalled: adapter !== null,
            version: adapter?.version ?? null,
            install: profile.installAdapter ?? '',
          },
    install: profile.install,
    baseUrl: setup.baseUrl,
    environment: Object.keys(setup.environment),
    guards: profile.guards,
    folderSettings: [...(profile.folderSettings[route] ?? [])],
  }
}

/** Set to 1, it tells Claude Code that the machine is a sandbox, where root may have unlimited permission. */
const sandboxVariable = 'IS_SANDBOX'

/** Returns the agent's behaviour if it does not give root unlimited permission; null if it does. */
export function asRoot(
  profile: AgentProfile,
  { environment }: Pick<AgentSetup, 'environment'>,
  route: NonNullable<AgentInfo['route']>,
): AgentInfo['asRoot'] {
  return environment[sandboxVariable] === '1' ? null : (profile.asRoot?.[route] ?? null)
}
