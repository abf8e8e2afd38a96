import { isAbsolute } from 'node:path'

import type { AgentId } from '../../shared/agents/agents'
import { failure } from '../../shared/failures/failure'
import type { SavedAgent } from '../model-setup/schema'
import type { AgentSetup } from '../model-setup/setups'
import { isExecutableFile } from '../base/files/executable-file'
import { registerSecret } from '../base/redaction/redaction'
import type { Confirmation } from '../platform/platform'
import { agentSecretId, type SecretStore } from './secret-store'
import { originOf } from './provider-input'
import type { SettingsStore } from './settings-store'
import { reservedVariable, variableLine } from './loading-variables'

/** A change to an agent's settings; absent fields stay as they are, and null restores the default. */
export interface AgentChange {
  agentId: AgentId
  executable?: string | null | undefined
  baseUrl?: string | null | undefined
  /** Changes the named variables only; null removes one. */
  environment?: Readonly<Record<string, string | null>> | undefined
  /** Variables that the agent gets as Parley's own environment has them, also when they change. */
  passes?: readonly string[] | undefined
}

/**
 * The user's settings for agents. Values of variables are encrypted like a provider's key, and like it are dropped when
 * the origin of the server changes, so that they never reach another one. Only `setupOf` reveals them.
 */
export class AgentSettings {
  readonly #settings: SettingsStore
  readonly #secrets: SecretStore
  readonly #own: NodeJS.ProcessEnv

  /** `own` is the environment that Parley was started with. */
  constructor(settings: SettingsStore, secrets: SecretStore, own: NodeJS.ProcessEnv = {}) {
    this.#settings = settings
    this.#secrets = secrets
    this.#own = own
    for (const { id } of settings.agents()) this.#learn(Object.values(this.setupOf(id).environment))
  }

  /** The settings with which an agent starts now. */
  setupOf(agentId: AgentId): AgentSetup {
    const { executable, baseUrl, variables, passed = [] } = this.#saved(agentId)
    const held = variables.map((name) => [name, this.#secrets.get(agentSecretId(agentId, name))] as const)
    return {
      executable,
      baseUrl,
      environment: {
        ...this.#passed(passed),
        ...Object.fromEntries(held.filter((pair): pair is [string, string] => pair[1] !== null)),
      },
    }
  }

  /**
   * Saves a change. If it gives the agent something, `confirm` first shows everything that the agent would start with.
   * @throws INVALID_INPUT, CANCELLED the user did not agree, or the settings have changed since, STORE_FULL
   */
  async save(
    change: AgentChange,
    confirm: (lines: Confirmation['lines']) => Promise<boolean>,
  ): Promise<void> {
    await assertPossible(change)
    const { agentId, environment = {}, passes = [] } = change
    const before = this.setupOf(agentId)
    const after = changed(before, { ...change, environment: { ...environment, ...this.#passed(passes) } })
    const earlier = isMoved(before, after) ? [] : (this.#saved(agentId).passed ?? [])
    const passed = Array.from(new Set([...earlier, ...passes])).filter((name) => !(name in environment))
    if (isGiving(before, after)) {
      if (!(await confirm(linesOf(after)))) throw failure('CANCELLED', 'not-agreed')
      if (!isSame(before, this.setupOf(agentId))) throw failure('CANCELLED', 'settings-changed')
    }
    this.#replace(agentId, after, passed)
  }

  /** These variables, as far as Parley has them. */
  #passed(names: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      names.flatMap((name): [string, string][] => {
        const value = this.#own[name] ?? ''
        return value === '' ? [] : [[name, value]]
      }),
    )
  }

  #replace(agentId: AgentId, setup: AgentSetup, passed: string[]): void {
    const before = this.#saved(agentId)
    const { executable, baseUrl, environment } = setup
    const variables = Object.keys(environment).filter((name) => !passed.includes(name))
    this.#learn(Object.values(environment))
    // Variables are dropped before the server changes, so that a crash in between cannot pair one with a server that it
    // was not entered for.
    for (const name of before.variables) {
      if (isMoved(before, setup) || !variables.includes(name))
        this.#secrets.remove(agentSecretId(agentId, name))
    }
    const others = this.#settings.agents().filter(({ id }) => id !== agentId)
    this.#settings.setAgents([...others, { id: agentId, executable, baseUrl, variables, passed }])
    for (const name of variables) this.#secrets.set(agentSecretId(agentId, name), environment[name] ?? '')
  }

  #saved(agentId: AgentId): SavedAgent {
    return (
      this.#settings.agents().find(({ id }) => id === agentId) ?? {
        id: agentId,
        executable: null,
        baseUrl: null,
        variables: [],
      }
    )
  }

  #learn(values: readonly string[]): void {
    for (const value of values) registerSecret(value)
  }
}

async function assertPossible({ executable, baseUrl, environment = {} }: AgentChange): Promise<void> {
  if (executable !== undefined && executable !== null) {
    const field = 'executable'
    if (!isAbsolute(executable)) throw failure('INVALID_INPUT', 'agent-program-not-absolute', { field })
    if (!(await isExecutableFile(executable)))
      throw failure('INVALID_INPUT', 'agent-program-not-found', { field })
  }
  const url = URL.parse(baseUrl ?? '')
  if (url !== null && (url.username !== '' || url.password !== '')) {
    throw failure('INVALID_INPUT', 'address-with-password-agent', { field: 'baseUrl' })
  }
  for (const [name, value] of Object.entries(environment)) {
    const data = { field: 'environment', name }
    if (reservedVariable.test(name)) throw failure('INVALID_INPUT', 'agent-variable-reserved', data)
    if (value?.includes('\0') === true) throw failure('INVALID_INPUT', 'agent-variable-character', data)
  }
}

/** True if requests go to another server, which must not receive values that were entered for the former one. */
function isMoved(before: Pick<AgentSetup, 'baseUrl'>, after: Pick<AgentSetup, 'baseUrl'>): boolean {
  return originOf(before.baseUrl) !== originOf(after.baseUrl)
}

function changed(before: AgentSetup, { executable, baseUrl, environment = {} }: AgentChange): AgentSetup {
  const server = baseUrl === undefined ? before.baseUrl : baseUrl
  const kept = isMoved(before, { baseUrl: server }) ? {} : before.environment
  const merged: Record<string, string | null> = { ...kept, ...environment }
  return {
    executable: executable === undefined ? before.executable : executable,
    baseUrl: server,
    environment: Object.fromEntries(
      Object.entries(merged).filter((pair): pair is [string, string] => pair[1] !== null),
    ),
  }
}

/** True if the agent gains anything: removing needs no agreement. */
function isGiving(before: AgentSetup, after: AgentSetup): boolean {
  return (
    (after.executable !== null && after.executable !== before.executable) ||
    (after.baseUrl !== null && after.baseUrl !== before.baseUrl) ||
    Object.entries(after.environment).some(([name, value]) => before.environment[name] !== value)
  )
}

function isSame(one: AgentSetup, other: AgentSetup): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Everything that the agent is started with. A key's value is hidden, but its presence is shown. */
function linesOf({ executable, baseUrl, environment }: AgentSetup): Confirmation['lines'] {
  return [
    ...(executable === null ? [] : [{ label: 'program' as const, value: executable }]),
    ...(baseUrl === null ? [] : [{ label: 'server' as const, value: baseUrl }]),
    ...Object.entries(environment).map(variableLine),
  ]
}
