import type { AgentInfo } from '../../../shared/agents/agents'
import type { AgentChange } from '../../settings/agent-settings'
import type { RouteHandlers } from '../router'

/** `agents.*`: the known agents and their settings. */
export function agentHandlers(deps: {
  list: (refresh: boolean) => Promise<AgentInfo[]>
  save: (change: AgentChange, signal: AbortSignal) => Promise<AgentInfo>
  /** The list of models may have changed. */
  onSaved: () => void
}) {
  return {
    'agents.list': async ({ refresh }) => ({ agents: await deps.list(refresh ?? false) }),
    'agents.save': async (change, { signal }) => {
      const agent = await deps.save(change, signal)
      deps.onSaved()
      return { agent }
    },
  } satisfies Partial<RouteHandlers>
}
