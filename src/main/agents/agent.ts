import type { AgentId, AgentPermission, PermissionGuard } from '../../shared/agents/agents'
import type { AttachmentContent } from '../run-source/run-source'

/** What an agent is asked, whichever way it is talked to. */
export interface AgentRequest {
  prompt: string
  images: readonly Extract<AttachmentContent, { kind: 'image' }>[]
  /** The folder it works in, in full. */
  workspace: string
  /** The agent's own name of a model; null is the one that it takes by itself. */
  model: string | null
  permission: AgentPermission
  /** Added to the agent's own instructions; null adds nothing. */
  systemText: string | null
  /** The agent's session to go on with; null begins one. */
  resumeId: string | null
}

/** A program to be started, and how. */
export interface AgentCommand {
  /** In full. */
  executable: string
  args: readonly string[]
  /** What it is given beside the allowed part of Parley's own environment. */
  environment: Readonly<Record<string, string>>
  /** Files that it reads, such as a configuration, written before it starts and removed when it is gone. */
  files?: readonly { variable: string; name: string; content: string }[]
}

/** An installed agent, and what the user set for it. */
export interface InstalledAgent {
  /** In full. */
  executable: string
  version: string | null
  /** The program that speaks the Agent Client Protocol for it, in full; null where there is none, or it does so itself. */
  adapter: string | null
  baseUrl: string | null
  /** Variables that the user gave it. They may hold keys. */
  environment: Readonly<Record<string, string>>
}

/** All that differs from agent to agent. */
export interface AgentProfile {
  readonly id: AgentId
  readonly name: string
  /** Names of the program on the search path. */
  readonly programs: readonly string[]
  /** Names of the program that speaks the protocol for it; none where it does so itself. */
  readonly adapters: readonly string[]
  /** Shell commands that install the one and the other, to be shown. */
  readonly install: string
  readonly installAdapter: string | null
  readonly guards: Record<AgentPermission, PermissionGuard>
  /** Files of a folder by which whoever wrote them may have it start programs, whatever it is allowed; by route. */
  readonly folderSettings: { readonly acp: readonly string[]; readonly 'json-lines'?: readonly string[] }
  /** Models that it is known to take by these names, beside its own choice. */
  readonly models: readonly { id: string; name: string }[]
}
