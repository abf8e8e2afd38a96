import type { AgentId } from '../../shared/agents/agents'
import type { RunContext, SourceEvent } from '../run-source/run-source'
import type { AgentRequest, InstalledAgent } from './agent'

/**
 * Agents whose printed JSON lines Parley can also read, for users without the adapter. The others speak the Agent
 * Client Protocol themselves and need no second route.
 */
export const jsonLinesAgentIds = ['claude-code', 'codex'] as const satisfies readonly AgentId[]
export type JsonLinesAgentId = (typeof jsonLinesAgentIds)[number]

/** True if Parley can read the lines that this agent prints. */
export function usesJsonLines(agentId: AgentId): agentId is JsonLinesAgentId {
  return jsonLinesAgentIds.some((id) => id === agentId)
}

/** One turn of an agent: the question, the program, and the owner. */
export interface RouteTurn {
  agent: InstalledAgent
  request: AgentRequest
  /** Marks every process of the turn. */
  runId: string
  /** The chat or pane: one process may answer several of its turns. */
  sessionId: string
}

/**
 * A way to talk to one agent. Like any run source, it ends soon after `signal` aborts. Its processes are gone before
 * `onUpstreamClosed`, which follows each `onUpstreamOpened` once. If the agent's session to resume no longer exists,
 * the route sends a notice `AGENT_SESSION_LOST`, and the turn fails with AGENT_FAILED and `data.reason` `session-lost`.
 * @throws AGENT_NOT_INSTALLED, AGENT_FAILED, PROVIDER_AUTH and the other PROVIDER codes that the agent reports
 */
export type AgentRoute = (
  turn: RouteTurn,
  context: RunContext,
) => AsyncGenerator<SourceEvent, void, undefined>
