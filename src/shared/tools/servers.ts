import type { ErrorData } from '../errors'
import type { ToolHints } from './tools'

/** The connection to a server, as windows see it: values of variables and headers never leave main. */
export type ServerTransport =
  | {
      type: 'stdio'
      command: string
      args: string[]
      /** Names of the environment variables set for it. */
      env: string[]
    }
  | {
      type: 'http'
      url: string
      /** Names of the headers sent to it. */
      headers: string[]
      /** The id under which Parley is registered with the server's sign-in; absent if it needs none. */
      oauthClientId?: string
      /** A secret of this client is stored. */
      hasClientSecret?: true
    }

/**
 * The states of a server. `unconfirmed`: its command has to be confirmed before it starts; `not-allowed`: the user
 * declined that, and it is asked again only on request.
 */
export const serverStates = [
  'stopped',
  'starting',
  'ready',
  'failed',
  'needs-sign-in',
  'unconfirmed',
  'not-allowed',
] as const
export type ServerState = (typeof serverStates)[number]

/** A tool of a server. */
export interface ServerToolInfo {
  /** `mcp:SERVER/TOOL`. */
  name: string
  title: string
  description: string
  inputSchema: Record<string, unknown>
  /** Estimated size of its definition in each request. */
  tokens: number
  /** The server's hints about the tool; never a reason to skip a question. */
  hints?: ToolHints
}

/** A server as windows see it. */
export interface ServerInfo {
  id: string
  transport: ServerTransport
  /** A server that is off is never started, and its tools are offered to no model. */
  isEnabled: boolean
  /** For one call. */
  timeoutSeconds: number
  startTimeoutSeconds: number
  /** The time that it runs without a call before it is ended; 0 keeps it running. */
  idleSeconds: number
  state: ServerState
  /** Why it failed. */
  problem?: ErrorData
  /** As the server reports it; null before the first connection. */
  version: { name: string; version: string } | null
  /** The tools that it offered when it was last connected. */
  tools: ServerToolInfo[]
  /** Tools that cannot be used, and apps, which Parley does not show; and why. */
  skipped: { name: string; problem: ErrorData }[]
  /** Names of its tools, without the server, that no model may use. */
  disabledTools: string[]
  /** The last lines that it printed or logged, and what happened to it. */
  log: string[]
  /** Present if it has a sign-in. */
  isSignedIn?: boolean
}

/** A prompt of a server, for the composer. */
export interface ServerPrompt {
  serverId: string
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; isRequired: boolean }[]
}

/** A resource of a server, for the composer. */
export interface ServerResource {
  serverId: string
  uri: string
  name: string
  description: string
  mediaType: string | null
  /** The variables of `uri`, which is a template then: the user gives their values. */
  variables?: string[]
}

/** Programs whose lists of servers Parley can read. */
export const configSources = ['claude-desktop', 'vscode', 'cursor', 'claude-code'] as const
export type ConfigSource = (typeof configSources)[number]

/** A list of servers found on this machine. */
export interface FoundConfig {
  source: ConfigSource
  path: string
  servers: {
    name: string
    /** A server with this name is there already; importing it is refused. */
    isKnown: boolean
    /** Its command or address, without secrets. */
    summary: string
  }[]
}

/** The result of an import: the ids of the added servers, why others were not added, and what of a server was not read. */
export interface ServerImport {
  added: string[]
  problems: { name: string; error: ErrorData }[]
  notes: { name: string; error: ErrorData }[]
}

/** Limits of what the user can set for servers. */
export const serverLimits = {
  servers: 100,
  idChars: 64,
  commandChars: 4_096,
  args: 200,
  argChars: 8_192,
  variables: 100,
  valueChars: 16_384,
  importChars: 1_000_000,
  seconds: { call: { min: 1, max: 3_600 }, start: { min: 1, max: 600 }, idle: { min: 0, max: 86_400 } },
  defaultSeconds: { call: 120, start: 60, idle: 300 },
} as const

/** Ids of servers, which are also part of the names of their tools. */
export const serverIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** The public name of a server's tool. */
export function serverToolName(serverId: string, tool: string): string {
  return `mcp:${serverId}/${tool}`
}
