import { createStore } from 'zustand/vanilla'

import type { AgentId, AgentInfo } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf, refusalOf } from '../../errors/error-data'

export interface AgentsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  agents: readonly AgentInfo[]
  error: ErrorData | null
  isLooking: boolean
}

/** The coding agents. */
export class Agents {
  readonly store = createStore<AgentsState>(() => ({
    phase: 'idle',
    agents: [],
    error: null,
    isLooking: false,
  }))
  readonly #api: ParleyApi
  readonly #onChanged: () => void

  /** `onChanged` is called when models appear or disappear. */
  constructor(api: ParleyApi, onChanged: () => void) {
    this.#api = api
    this.#onChanged = onChanged
  }

  /** Loads the agents; `refresh` makes main search for them again. */
  async load(options: { refresh?: boolean } = {}): Promise<void> {
    this.store.setState(({ phase }) => ({ isLooking: true, phase: phase === 'ready' ? phase : 'loading' }))
    try {
      const { agents } = await this.#api.invoke('agents.list', options)
      this.store.setState({ agents, phase: 'ready', error: null, isLooking: false })
      if (options.refresh === true) this.#onChanged()
    } catch (error) {
      this.store.setState(({ phase }) => ({
        phase: phase === 'ready' ? phase : 'failed',
        error: errorDataOf(error),
        isLooking: false,
      }))
    }
  }

  /** Loads them once, for callers that only need what enforces their permissions. */
  need(): void {
    const { phase } = this.store.getState()
    if (phase === 'idle' || phase === 'failed') void this.load()
  }

  /** Saves how an agent is started; main asks the user first. Returns the error if it was not saved. */
  save(change: RouteInput<'agents.save'>): Promise<ErrorData | null> {
    return refusalOf(async () => {
      const { agent } = await this.#api.invoke('agents.save', change)
      this.store.setState(({ agents }) => ({
        agents: agents.map((known) => (known.id === agent.id ? agent : known)),
      }))
      this.#onChanged()
    })
  }
}

/** The agent with this id, once loaded. */
export function agentIn(agents: readonly AgentInfo[], id: AgentId): AgentInfo | undefined {
  return agents.find((agent) => agent.id === id)
}
