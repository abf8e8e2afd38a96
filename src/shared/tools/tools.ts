import type { ConsentDecision, ToolKind } from '../agents/agents'
import type { ErrorData } from '../errors'
import type { SessionId } from '../ids'
import type { ToolHints } from './schema'

export type { CallOrigin, ConsentSubject, FormerDefinition, ToolChoice, ToolHints } from './schema'

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

/** Bounds of a choice. */
export const toolChoiceLimits = { count: 1_000, nameChars: 300 } as const

/** A tool as windows see it. */
export interface ToolInfo {
  /** The public name, such as `web.fetch` or `mcp:SERVER/TOOL`. */
  name: string
  title: string
  /** The description for the model. */
  description: string
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>
  kind: ToolKind
  /** The server that has it; absent for Parley's own tools. */
  serverId?: string
  /** Models may use the tool in this chat, or by default in new ones. */
  isEnabled: boolean
  /** The server's hints about the tool. Shown, but never a reason to skip a question. */
  hints?: ToolHints
  /** Estimated size of its definition in each request. */
  tokens: number
  /** Why it cannot be used now, such as a folder that is not chosen. */
  problem?: ErrorData
}

/** The user's permanent decision about a tool. */
export interface ToolConsentRule {
  id: string
  decision: ConsentDecision
  /** The public name. */
  tool: string
  /** A host, a folder, or the id of a server; as in `ConsentSubject`. */
  place: string
  /** The description that the user saw. */
  description: string
  decidedAt: number
  /** When it last answered a request. */
  lastUsedAt: number
}

/** A decision about a tool that applies to a single chat. */
export interface ChatToolConsentRule extends ToolConsentRule {
  sessionId: SessionId
  title: string
}

/** The name that stands for all tools of the server that has this tool; null for Parley's own tools. */
export function wholeServer(name: string): string | null {
  const slash = name.indexOf('/')
  return name.startsWith('mcp:') && slash !== -1 ? `${name.slice(0, slash)}/*` : null
}

/** True if a tool is on, by its own name or with its whole server. */
export function isToolOn(enabled: readonly string[], name: string): boolean {
  if (enabled.includes(name)) return true
  const server = wholeServer(name)
  return server !== null && enabled.includes(server)
}
