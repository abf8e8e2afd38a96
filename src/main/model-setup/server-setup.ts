/** How an MCP server is reached, with the values of its variables and headers. They may contain keys. */
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

/** The saved form of a server: values are stored separately, encrypted. */
export interface SavedServer {
  id: string
  transport:
    | { type: 'stdio'; command: string; args: string[]; variables: string[] }
    | { type: 'http'; url: string; headers: string[]; oauthClientId: string | null; hasClientSecret: boolean }
  isEnabled: boolean
  timeoutSeconds: number
  startTimeoutSeconds: number
  idleSeconds: number
  /** Names of tools, without the server, that no model may use. */
  disabledTools: string[]
  /** The hash of what the user has allowed to start, for a program without variables; null if none. */
  allowed: string | null
  /** The name of the folder into which its bundle was unpacked; null if it has none. */
  bundle: string | null
}
