import type { AgentId, AgentPermission, PermissionGuard } from '../../shared/agents/agents'
import type { AttachmentContent } from '../run-source/run-source'

/** A question to an agent, on any route. */
export interface AgentRequest {
  prompt: string
  images: readonly Extract<AttachmentContent, { kind: 'image' }>[]
  /** The absolute path of the folder that it works in. */
  workspace: string
  /** The agent's own name of a model; null selects its default. */
  model: string | null
  permission: AgentPermission
  /** Added to the agent's own instructions; null adds nothing. */
  systemText: string | null
  /** The agent's session to resume; null starts a new one. */
  resumeId: string | null
}

/** A program to start, with its arguments, environment and files. */
export interface AgentCommand {
  /** An absolute path. */
  executable: string
  /** Other programs can read them in the process list, so private text is in `files`, standard input or variables. */
  args: readonly (string | FileArgument)[]
  /** Variables besides the allowed part of Parley's own environment. */
  environment: Readonly<Record<string, string>>
  /**
   * Files that it reads, such as a configuration, written before it starts and removed after its end. `variable` is set
   * to the path of its file.
   */
  files?: readonly { name: string; content: string | Uint8Array; variable?: string }[]
}

/** An argument with the path of one of the command's files. */
export interface FileArgument {
  /** Text before the path, such as `--image=`. */
  prefix?: string
  file: string
}

/** An installed agent with the user's settings. */
export interface InstalledAgent {
  /** An absolute path. */
  executable: string
  /** The target of `executable` if that is a shim of Windows: the agent's adapter cannot start a batch file. */
  shimTarget?: string
  version: string | null
  /** The absolute path of its adapter for the Agent Client Protocol; null when there is none, or none is needed. */
  adapter: string | null
  baseUrl: string | null
  /** Variables that the user set for it. They may contain keys. */
  environment: Readonly<Record<string, string>>
}

/** The differences between agents. */
export interface AgentProfile {
  readonly id: AgentId
  readonly name: string
  /** Names of the program on the search path. */
  readonly programs: readonly string[]
  /** Names of its adapter for the protocol; empty when it needs none. */
  readonly adapters: readonly string[]
  /** Shell commands that install the program and the adapter, for display. */
  readonly install: string
  readonly installAdapter: string | null
  readonly guards: Record<AgentPermission, PermissionGuard>
  /**
   * Files in a folder through which their author may make the agent start programs, whatever its permission; by route.
   */
  readonly folderSettings: { readonly acp: readonly string[]; readonly 'json-lines'?: readonly string[] }
  /** Files in a folder, and in those above it, from which it takes environment variables. */
  readonly variableFiles?: readonly string[]
  /** The agent's behaviour, by route, if it does not give root unlimited permission; absent if it does. */
  readonly asRoot?: Readonly<Record<'acp' | 'json-lines', 'asks' | 'refuses'>>
  /** Models that it is known to accept by these names, besides its default. */
  readonly models: readonly { id: string; name: string }[]
}
