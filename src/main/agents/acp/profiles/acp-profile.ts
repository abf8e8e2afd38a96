import type { ContentChunk, ToolCallUpdate } from '@agentclientprotocol/sdk'

import type { AgentId, AgentPermission } from '../../../../shared/agents/agents'
import type { AgentCommand, AgentRequest, InstalledAgent } from '../../agent'

/** All that differs from agent to agent when it is talked to by the Agent Client Protocol. */
export interface AcpProfile {
  readonly id: AgentId
  /** How it is started for such a request. @throws AGENT_NOT_INSTALLED the program that speaks for it is not there */
  command(agent: InstalledAgent, request: AgentRequest): AgentCommand
  /** Its modes that grant this permission or less; the first of them that it offers is taken. */
  readonly modes: Readonly<Record<AgentPermission, readonly string[]>>
  /** What it is told of its client, to have it say what its commands put out. */
  readonly clientMeta?: Readonly<Record<string, unknown>>
  /** What a session is asked for with, beside its folder. */
  sessionMeta?(request: AgentRequest): Record<string, unknown>
  /** System text goes in front of the first question, because there is no other place for it. */
  readonly tellsSystemTextInPrompt?: true
  /** The history that it repeats when a session is loaded may come after it has said that it is loaded. */
  readonly replaysLate?: true
  /** It forgets a session that is loaded within the minute of the clock in which it began. */
  readonly forgetsWithinMinute?: true
  /** Content that comes while a tool is at work is what it has put out so far. */
  readonly contentIsOutput?: true
  /** The name of the tool, where the update does not say it; null where that cannot be known. */
  toolName?(call: ToolCallUpdate): string | null
  /** A warning that it prints where the answer stands; null where it is the answer. */
  warningIn?(chunk: ContentChunk): string | null
  /** What it says of an attempt that failed and is made again, in an update of another kind. */
  retryIn?(meta: Record<string, unknown>): string | null
}

/** Tools that start an agent of their own. */
const subAgentTools: ReadonlySet<string> = new Set([
  'Task',
  'Agent',
  'task',
  'spawn_agent',
  'codebase_investigator',
])

export function isSubAgentTool(toolName: string): boolean {
  return subAgentTools.has(toolName)
}
