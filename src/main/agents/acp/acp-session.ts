import { methods } from '@agentclientprotocol/sdk'

import { type AgentPermission, agentPermissions } from '../../../shared/agents/agents'
import type { Clock } from '../../base/clock'
import type { AgentRequest } from '../agent'
import { brokenAgent } from '../turns/agent-failure'
import type { AcpConnection } from './acp-connection'
import { isUnknownSession } from './acp-errors'
import type { AcpProfile } from './profiles/acp-profile'
import {
  type AgentAbilities,
  configOptions,
  newSessionResponse,
  type SelectOption,
  type SessionResponse,
  sessionResponse,
  setConfigOptionResponse,
} from './responses'
import { untilSilent } from './until-silent'
import type { AcpNotification } from './updates'

/** The silence after which a replay is complete, for an agent that replays its history late, in milliseconds. */
const replaySilenceMs = 250
/** The longest wait for a replay, however long it takes. */
const longestReplayMs = 10_000

/** A session with an agent, in a mode that grants no more than the permission. */
export class AcpSession {
  readonly id: string
  readonly takesImages: boolean
  readonly #connection: AcpConnection
  readonly #profile: AcpProfile
  #modeId: string | null
  #hasHeardMode = false
  #hasSetMode = false
  readonly #offeredModes: readonly string[]
  #options: readonly SelectOption[]

  private constructor(
    connection: AcpConnection,
    profile: AcpProfile,
    opened: { id: string; takesImages: boolean; state: SessionResponse },
  ) {
    this.#connection = connection
    this.#profile = profile
    this.id = opened.id
    this.takesImages = opened.takesImages
    this.#options = opened.state.configOptions ?? []
    this.#offeredModes = opened.state.modes?.availableModes.map(({ id }) => id) ?? []
    this.#modeId = opened.state.modes?.currentModeId ?? this.#option('mode')?.currentValue ?? null
  }

  /**
   * Starts a session or resumes the requested one. History that the agent replays arrives before this resolves.
   * @throws AGENT_FAILED with `data.reason` `session-lost`: the session no longer exists
   */
  static async open(
    connection: AcpConnection,
    profile: AcpProfile,
    request: AgentRequest,
    abilities: AgentAbilities,
    waiting: { clock: Clock; signal: AbortSignal },
  ): Promise<AcpSession> {
    const takesImages = abilities?.promptCapabilities?.image === true
    const meta = profile.sessionMeta?.(request)
    const params = {
      cwd: request.workspace,
      mcpServers: [],
      _meta: meta,
    }
    if (request.resumeId === null) {
      const answer = newSessionResponse.parse(await connection.request(methods.agent.session.new, params))
      return new AcpSession(connection, profile, { id: answer.sessionId, takesImages, state: answer })
    }
    const method = resumeMethod(abilities)
    if (method === null) throw brokenAgent(profile.id, 'session-lost')
    const id = request.resumeId
    let answer: unknown
    try {
      answer = await connection.request(method, { ...params, sessionId: id })
    } catch (error) {
      throw isUnknownSession(error) ? brokenAgent(profile.id, 'session-lost') : error
    }
    if (method === methods.agent.session.load && profile.replaysLate === true) {
      await untilSilent(connection, { ...waiting, silenceMs: replaySilenceMs, longestMs: longestReplayMs })
    }
    return new AcpSession(connection, profile, {
      id,
      takesImages,
      state: sessionResponse.parse(answer),
    })
  }

  /** Records the mode and the options that the agent reports. */
  onUpdate({ sessionId, update }: AcpNotification): void {
    if (sessionId !== this.id) return
    if (update.sessionUpdate === 'current_mode_update') this.#hear(update.currentModeId)
    else if (update.sessionUpdate === 'config_option_update') {
      const read = configOptions.safeParse(update.configOptions)
      if (read.success) this.#take(read.data)
    }
  }

  /**
   * Sets the mode that grants the permission and no more, and selects the model.
   * @throws AGENT_FAILED the agent has no such mode, or does not accept it
   */
  async prepare({ permission, model }: AgentRequest): Promise<void> {
    const wanted = this.#profile.modes[permission].find((id) => this.#offers(id))
    if (wanted === undefined) throw this.#refusal(permission)
    // A mode update may predate the request to change it, but only once.
    if (!this.#hasSetMode || this.#modeId !== wanted) await this.#setMode(wanted)
    if (this.#modeId !== wanted) await this.#setMode(wanted)
    if (this.#modeId !== wanted) throw this.#refusal(permission)
    const option = this.#option('model')
    if (
      model !== null &&
      option !== undefined &&
      option.currentValue !== model &&
      option.values.includes(model)
    )
      await this.#setOption(option, model)
  }

  /** True if the last reported mode grants more than `permission`. */
  exceeds(permission: AgentPermission): boolean {
    const { modes } = this.#profile
    const modeId = this.#modeId
    if (modeId === null || modes[permission].includes(modeId)) return false
    const above = agentPermissions.slice(agentPermissions.indexOf(permission) + 1)
    return above.some((level) => modes[level].includes(modeId))
  }

  async #setMode(wanted: string): Promise<void> {
    const option = this.#option('mode')
    this.#hasHeardMode = false
    if (option?.values.includes(wanted) === true) await this.#setOption(option, wanted)
    else await this.#connection.request(methods.agent.session.setMode, { sessionId: this.id, modeId: wanted })
    // A mode update may arrive before the response, and is handled right after it.
    await new Promise((resolve) => setImmediate(resolve))
    if (!this.#hasHeardMode) this.#modeId = wanted
    this.#hasSetMode = true
  }

  async #setOption(option: SelectOption, value: string): Promise<void> {
    const answer = await this.#connection.request(methods.agent.session.setConfigOption, {
      sessionId: this.id,
      configId: option.id,
      value,
    })
    this.#take(setConfigOptionResponse.parse(answer).configOptions ?? [])
  }

  /** An agent may report a single option. */
  #take(options: readonly SelectOption[]): void {
    const told = new Set(options.map(({ id }) => id))
    this.#options = [...this.#options.filter(({ id }) => !told.has(id)), ...options]
    const mode = options.find(({ category }) => category === 'mode')
    if (mode !== undefined) this.#hear(mode.currentValue)
  }

  #hear(modeId: string): void {
    this.#modeId = modeId
    this.#hasHeardMode = true
  }

  #offers(modeId: string): boolean {
    return this.#offeredModes.includes(modeId) || this.#option('mode')?.values.includes(modeId) === true
  }

  #option(category: string): SelectOption | undefined {
    return this.#options.find((option) => option.category === category)
  }

  #refusal(permission: AgentPermission) {
    return brokenAgent(this.#profile.id, 'mode', { permission })
  }
}

function resumeMethod(abilities: AgentAbilities): string | null {
  if ((abilities?.sessionCapabilities?.resume ?? null) !== null) return methods.agent.session.resume
  return abilities?.loadSession === true ? methods.agent.session.load : null
}
