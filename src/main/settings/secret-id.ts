import { failure } from '../../shared/failures/failure'
import { serverFailure } from '../../shared/failures/server-failure'
import type { AgentId } from '../../shared/agents/agents'
import type { ParleyError } from '../../shared/errors'

/** The id of the secret in an agent's environment variable. A provider's secret has the provider's id, which never contains a colon. */
export function agentSecretId(agentId: AgentId, variable: string): string {
  return `agent:${agentId}:${variable}`
}

/**
 * The id of a secret of an MCP server: the value of a variable or header, the secret of its registered client, what its
 * sign-in returned, or the hash of what the user has allowed to start.
 */
export function serverSecretId(
  serverId: string,
  { kind, name }: { kind: 'variable' | 'header' | 'client-secret' | 'sign-in' | 'allowed'; name: string },
): string {
  return `server:${serverId}:${kind}:${name}`
}

/** The id of the key of the service that searches the web. */
export const searchSecretId = 'search:key'

/** Says whose secret could not be decrypted. */
export function unreadableSecret(id: string, cause: unknown): ParleyError {
  if (id === searchSecretId) return failure('STORE_DAMAGED', 'key', { providerId: 'web.search' }, cause)
  const serverId = /^server:(?<serverId>[^:]+):/.exec(id)?.[1]
  if (serverId !== undefined) return serverFailure('value', { server: serverId }, cause)
  const [, agentId, variable] = /^agent:(?<agentId>[^:]+):(?<variable>.+)$/.exec(id) ?? []
  if (agentId === undefined || variable === undefined) {
    return failure('STORE_DAMAGED', 'key', { providerId: id }, cause)
  }
  return failure('STORE_DAMAGED', 'agent-variable', { agentId, variable }, cause)
}
