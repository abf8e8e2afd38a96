import type { SearchProviderKind } from '../../shared/tools/search'

/** The user's settings for an agent, which override what Parley finds itself. */
export interface AgentSetup {
  /** The full path; null uses the program that Parley finds. */
  executable: string | null
  /** The server that the agent uses; null for its default. */
  baseUrl: string | null
  /** Environment variables for the agent. They may hold keys. */
  environment: Readonly<Record<string, string>>
}

/** The search provider that requests go to. */
export interface SearchSetup {
  kind: SearchProviderKind
  /** The name in messages, such as `Brave`. */
  name: string
  baseUrl: string
  apiKey: string | null
}

/** The connection to an MCP server, with the values of its variables and headers. They may contain keys. */
export type ServerSetup =
  | {
      type: 'stdio'
      command: string
      args: readonly string[]
      environment: Readonly<Record<string, string>>
    }
  | {
      type: 'http'
      url: string
      headers: Readonly<Record<string, string>>
      /** The id under which the user has registered Parley for its sign-in. */
      oauthClientId: string | null
      /** Its secret; null if it has none. */
      oauthClientSecret: string | null
    }
