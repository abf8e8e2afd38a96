import { failure } from '../../shared/failures/failure'
import type { AgentId } from '../../shared/agents/agents'
import type { ParleyError } from '../../shared/errors'

/** The id of the secret in an agent's environment variable. A provider's secret has the provider's id, which never contains a colon. */
export function agentSecretId(agentId: AgentId, variable: string): string {
  return `agent:${agentId}:${variable}`
}

/** Says whose secret could not be decrypted. */
export function unreadableSecret(id: string, cause: unknown): ParleyError {
  const [, agentId, variable] = /^agent:(?<agentId>[^:]+):(?<variable>.+)$/.exec(id) ?? []
  if (agentId === undefined || variable === undefined) {
    return failure('STORE_DAMAGED', 'key', { providerId: id }, cause)
  }
  return failure('STORE_DAMAGED', 'agent-variable', { agentId, variable }, cause)
}
