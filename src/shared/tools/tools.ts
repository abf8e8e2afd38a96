import type { ToolKind } from '../agents/agents'
import type { ErrorData } from '../errors'

/** Parley's own tools. `mcp:SERVER/TOOL` names a tool of a server, `mcp:SERVER/*` all tools of one. */
export const builtInTools = [
  'web.fetch',
  'web.search',
  'files.list',
  'files.read',
  'files.search',
  'files.edit',
  'code.run',
  'ask_user',
] as const
export type BuiltInTool = (typeof builtInTools)[number]

/** The tools that models may use in a chat, pane or project. */
export interface ToolChoice {
  /** Names of tools; unknown ones are kept, because their server may be added again. */
  enabled: string[]
}

/** A tool as windows see it. */
export interface ToolInfo {
  /** The public name, such as `web.fetch` or `mcp:SERVER/TOOL`. */
  name: string
  title: string
  /** What the model is told. */
  description: string
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>
  kind: ToolKind
  /** The server that has it; absent for Parley's own tools. */
  serverId?: string
  /** Whether models may use it in this chat, or by default in new ones. */
  isEnabled: boolean
  /** What the server says about the tool. Shown, but never a reason to skip a question. */
  hints?: { isReadOnly?: boolean; isDestructive?: boolean }
  /** Estimated size of its definition in each request. */
  tokens: number
  /** Why it cannot be used now, such as a folder that is not chosen. */
  problem?: ErrorData
}

/** A permission is tied to exactly this: what was shown to the user when it was given. */
export interface ConsentSubject {
  /** The public name of the tool. */
  tool: string
  /** Where the call goes or acts: a host, a folder, or the id of a server. */
  place: string
  /**
   * SHA-256 of everything that must not change unnoticed: the tool's name, description and schema, and its server's
   * command or address.
   */
  fingerprint: string
  /** What the fingerprint covers, for showing what has changed since. */
  description: string
  inputSchema: Record<string, unknown>
}
