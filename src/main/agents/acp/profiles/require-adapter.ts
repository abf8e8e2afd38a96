import type { AgentId } from '../../../../shared/agents/agents'
import { ParleyError } from '../../../../shared/errors'
import type { InstalledAgent } from '../../agent'
import { agentProfiles } from '../../profiles/agent-profiles'

/** The program that speaks the protocol for an agent. @throws AGENT_NOT_INSTALLED there is none */
export function requireAdapter(agentId: AgentId, agent: InstalledAgent): string {
  if (agent.adapter !== null) return agent.adapter
  const { name, installAdapter } = agentProfiles[agentId]
  throw new ParleyError(
    'AGENT_NOT_INSTALLED',
    `The program that connects ${name} is not installed. Install it in a terminal: ${installAdapter ?? ''}`,
    { data: { agentId, install: installAdapter } },
  )
}
