import type { AgentId } from '../../shared/agents/agents'
import type { RunContext, SourceEvent } from '../run-source/run-source'
import type { AgentRequest, InstalledAgent } from './agent'

/**
 * Agents that Parley can also talk to by the lines that they print, for users without their adapter. The others speak the
 * Agent Client Protocol themselves, so they need no second route.
 */
export const lineAgentIds = ['claude-code', 'codex'] as const satisfies readonly AgentId[]
export type LineAgentId = (typeof lineAgentIds)[number]

/** Whether Parley can read the lines that this agent prints. */
export function printsLines(agentId: AgentId): agentId is LineAgentId {
  return lineAgentIds.some((id) => id === agentId)
}

/** One turn of an agent: what is asked of which program, and whose turn it is. */
export interface RouteTurn {
  agent: InstalledAgent
  request: AgentRequest
  /** Marks every process of the turn. */
  runId: string
  /** The chat or pane: two turns of one may be answered by the same process. */
  sessionId: string
}

/**
 * A way of talking to one agent. As any run source it ends soon after `signal` aborts, and what it started is gone before
 * `onUpstreamClosed` is called, which comes once for each `onUpstreamOpened`. A session of the agent that is to be gone on
 * with and is not there any more is told by a notice `AGENT_SESSION_LOST`, and the turn fails with AGENT_FAILED and
 * `data.reason` `session-lost`.
 * @throws AGENT_NOT_INSTALLED, AGENT_FAILED, PROVIDER_AUTH and the other PROVIDER codes that the agent reports
 */
export type AgentRoute = (
  turn: RouteTurn,
  context: RunContext,
) => AsyncGenerator<SourceEvent, void, undefined>
