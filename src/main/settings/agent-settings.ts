import { isAbsolute } from 'node:path'

import type { AgentId } from '../../shared/agents/agents'
import { failure } from '../../shared/failures/failure'
import type { AgentSetup, SavedAgent } from '../model-setup/agent-setup'
import { isExecutableFile } from '../base/files/executable-file'
import { registerSecret } from '../base/redaction/redaction'
import type { Confirmation } from '../platform/platform'
import { agentSecretId } from './secret-id'
import { originOf } from './provider-input'
import type { SecretStore } from './secret-store'
import type { SettingsStore } from './settings-store'
import { variableLine } from './variable-line'

/** A change to an agent's settings; absent fields stay as they are, and null restores the default. */
export interface AgentChange {
  agentId: AgentId
  executable?: string | null | undefined
  baseUrl?: string | null | undefined
  /** Changes the named variables only; null removes one. */
  environment?: Readonly<Record<string, string | null>> | undefined
}

/** Names that identify Parley's own processes to it, or that agents' programs depend on. */
const reservedVariable = /^PARLEY_/i

/**
 * The user's settings for agents. Values of variables are encrypted like a provider's key, and like it are dropped when
 * the origin of the server changes, so that they never reach another one. Only `setupOf` reveals them.
 */
export class AgentSettings {
  readonly #settings: SettingsStore
  readonly #secrets: SecretStore

  constructor(settings: SettingsStore, secrets: SecretStore) {
    this.#settings = settings
    this.#secrets = secrets
    for (const { id } of settings.agents()) this.#learn(Object.values(this.setupOf(id).environment))
  }

  /** The settings with which an agent starts now. */
  setupOf(agentId: AgentId): AgentSetup {
    const { executable, baseUrl, variables } = this.#saved(agentId)
    const held = variables.map((name) => [name, this.#secrets.get(agentSecretId(agentId, name))] as const)
    return {
      executable,
      baseUrl,
      environment: Object.fromEntries(held.filter((pair): pair is [string, string] => pair[1] !== null)),
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
    const before = this.setupOf(change.agentId)
    const after = changed(before, change)
    if (isGiving(before, after)) {
      if (!(await confirm(linesOf(after)))) throw failure('CANCELLED', 'not-agreed')
      if (!isSame(before, this.setupOf(change.agentId))) throw failure('CANCELLED', 'settings-changed')
    }
    this.#replace(change.agentId, after)
  }

  #replace(agentId: AgentId, setup: AgentSetup): void {
    const before = this.#saved(agentId)
    const { executable, baseUrl, environment } = setup
    const variables = Object.keys(environment)
    this.#learn(Object.values(environment))
    const isMoved = originOf(before.baseUrl) !== originOf(baseUrl)
    // Variables are dropped before the server changes, so that a crash in between cannot pair one with a server that it
    // was not entered for.
    for (const name of before.variables) {
      if (isMoved || !variables.includes(name)) this.#secrets.remove(agentSecretId(agentId, name))
    }
    const others = this.#settings.agents().filter(({ id }) => id !== agentId)
    this.#settings.setAgents([...others, { id: agentId, executable, baseUrl, variables }])
    for (const [name, value] of Object.entries(environment))
      this.#secrets.set(agentSecretId(agentId, name), value)
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

function changed(before: AgentSetup, { executable, baseUrl, environment = {} }: AgentChange): AgentSetup {
  const server = baseUrl === undefined ? before.baseUrl : baseUrl
  const isMoved = originOf(before.baseUrl) !== originOf(server)
  const merged: Record<string, string | null> = { ...(isMoved ? {} : before.environment), ...environment }
  return {
    executable: executable === undefined ? before.executable : executable,
    baseUrl: server,
    environment: Object.fromEntries(
      Object.entries(merged).filter((pair): pair is [string, string] => pair[1] !== null),
    ),
  }
}

/** Whether the agent gains anything: removing needs no agreement. */
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
