import type { AgentId } from '../../../../shared/agents/agents'
import { failure } from '../../../../shared/failures/failure'
import { invariant } from '../../../../shared/invariant'
import type { InstalledAgent } from '../../agent'
import { agentProfiles } from '../../profiles/agent-profiles'

/** The agent's adapter for the protocol. @throws AGENT_NOT_INSTALLED there is none */
export function requireAdapter(agentId: AgentId, agent: InstalledAgent): string {
  if (agent.adapter !== null) return agent.adapter
  const { name, installAdapter } = agentProfiles[agentId]
  invariant(installAdapter !== null, 'an agent that requires an adapter has a command to install it')
  throw failure('AGENT_NOT_INSTALLED', 'adapter', { providerName: name, agentId, install: installAdapter })
}
