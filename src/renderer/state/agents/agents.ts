import { createStore } from 'zustand/vanilla'

import type { AgentId, AgentInfo } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { RouteInput } from '../../../shared/rpc/contract'
import type { ParleyApi } from '../../rpc/parley-api'
import { errorDataOf } from '../../errors/error-data'

export interface AgentsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  agents: readonly AgentInfo[]
  error: ErrorData | null
  isLooking: boolean
  /** Loads the agents; `refresh` makes main search for them again. */
  load: (options?: { refresh: boolean }) => Promise<void>
  /** Loads them once, for callers that only need what enforces their permissions. */
  need: () => void
  /** Saves how an agent is started; main asks the user first. Returns the error if it was not saved. */
  save: (change: RouteInput<'agents.save'>) => Promise<ErrorData | null>
}

/** The coding agents. `onChanged` is called when models appear or disappear. */
export function createAgents(api: ParleyApi, onChanged: () => void) {
  return createStore<AgentsState>((set, get) => ({
    phase: 'idle',
    agents: [],
    error: null,
    isLooking: false,
    load: async (options) => {
      set(({ phase }) => ({ isLooking: true, phase: phase === 'ready' ? phase : 'loading' }))
      try {
        const { agents } = await api.invoke('agents.list', options ?? {})
        set({ agents, phase: 'ready', error: null, isLooking: false })
        if (options?.refresh === true) onChanged()
      } catch (error) {
        set(({ phase }) => ({
          phase: phase === 'ready' ? phase : 'failed',
          error: errorDataOf(error),
          isLooking: false,
        }))
      }
    },
    need: () => {
      const { phase, load } = get()
      if (phase === 'idle' || phase === 'failed') void load()
    },
    save: async (change) => {
      try {
        const { agent } = await api.invoke('agents.save', change)
        set(({ agents }) => ({ agents: agents.map((known) => (known.id === agent.id ? agent : known)) }))
        onChanged()
        return null
      } catch (error) {
        return errorDataOf(error)
      }
    },
  }))
}

/** The agent with this id, once loaded. */
export function agentIn(agents: readonly AgentInfo[], id: AgentId): AgentInfo | undefined {
  return agents.find((agent) => agent.id === id)
}
