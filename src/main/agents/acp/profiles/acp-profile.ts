import type { AgentId, AgentPermission } from '../../../../shared/agents/agents'
import { failure } from '../../../../shared/failures/failure'
import { invariant } from '../../../../shared/invariant'
import type { AgentCommand, AgentRequest, InstalledAgent } from '../../agent'
import { agentProfiles } from '../../profiles/agent-profiles'

/** The differences between agents on the Agent Client Protocol. */
export interface AcpProfile {
  readonly id: AgentId
  /**
   * Returns the command that starts the agent for this request.
   * @throws AGENT_NOT_INSTALLED its adapter is not installed
   */
  command(agent: InstalledAgent, request: AgentRequest): AgentCommand
  /** Its modes that grant at most this permission; the first one that it offers is used. */
  readonly modes: Readonly<Record<AgentPermission, readonly string[]>>
  /** Client metadata that makes it report the output of commands. */
  readonly clientMeta?: Readonly<Record<string, unknown>>
  /** Metadata for opening a session, besides the folder. */
  sessionMeta?(request: AgentRequest): Record<string, unknown>
  /** Puts system text before the first question, because the agent has no other place for it. */
  readonly putsSystemTextInPrompt?: true
  /** The history of a loaded session may arrive after the session is reported as loaded. */
  readonly replaysLate?: true
  /** The agent loses a session that is loaded within the clock minute in which it started. */
  readonly forgetsWithinMinute?: true
  /** Content that arrives while a tool runs is the tool's output so far. */
  readonly contentIsOutput?: true
  /** The name of the tool, if the update does not contain it; null when unknown. */
  toolName?(call: { toolCallId: string; title: string | null }): string | null
  /** The warning in a text that it sends as part of the answer; null when the text is the answer. */
  warningIn?(chunk: { text: string; messageId: string | null }): string | null
  /** The message about a failed attempt that it repeats, from an update of another kind. */
  retryIn?(meta: Record<string, unknown>): string | null
}

/** Tools that start a sub-agent. */
const subAgentTools: ReadonlySet<string> = new Set([
  'Task',
  'Agent',
  'task',
  'spawn_agent',
  'codebase_investigator',
])

/** True if calls of this tool start a sub-agent. */
export function isSubAgentTool(toolName: string): boolean {
  return subAgentTools.has(toolName)
}

/** The agent's adapter for the protocol. @throws AGENT_NOT_INSTALLED there is none */
export function requireAdapter(agentId: AgentId, agent: InstalledAgent): string {
  if (agent.adapter !== null) return agent.adapter
  const { name, installAdapter } = agentProfiles[agentId]
  invariant(installAdapter !== null, 'an agent that requires an adapter has a command to install it')
  throw failure('AGENT_NOT_INSTALLED', 'adapter', { providerName: name, agentId, install: installAdapter })
}
