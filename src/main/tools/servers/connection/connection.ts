import type { AuthProvider, ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'

import type { ParleyError } from '../../../../shared/errors'

/** A server's description of itself when it was connected. */
export interface ServerFacts {
  name: string
  version: string
  /** The version of the protocol. */
  protocol: string
  /** The lists that it has. */
  lists: ServerList[]
}

/** The lists of a server, which can change while it is connected. */
export const serverLists = ['tools', 'prompts', 'resources'] as const
export type ServerList = (typeof serverLists)[number]

/** The events that the owner of a connection handles. */
export interface ConnectionEvents {
  /** The server asks the user something during a call. */
  elicit: (params: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>
  onListChanged: (list: ServerList) => void
  /** The server continues a call long after it was cancelled. */
  onCancelIgnored: () => void
}

/** The stored token of a server, for its requests. */
export interface TokenAuth extends AuthProvider {
  /** This response refused a request that had this header. */
  refused(response: Response, authorization: string | null): void
}

/** A connected server. Everything that it returns is untrusted. All of it throws ParleyErrors. */
export interface ServerConnection {
  readonly facts: ServerFacts
  /** Resolves when the connection has ended: to the reason, or to null after `close`. */
  readonly ended: Promise<ParleyError | null>
  /** The raw entries of a list, at most `messageLimits.listed`. */
  list(list: ServerList, signal: AbortSignal): Promise<unknown[]>
  /** The raw result. */
  callTool(
    call: {
      name: string
      input: Record<string, unknown>
      inputSchema: Record<string, unknown>
    },
    options: { signal: AbortSignal; onProgress: (text: string) => void },
  ): Promise<unknown>
  getPrompt(
    prompt: { name: string; arguments: Record<string, string> },
    signal: AbortSignal,
  ): Promise<readonly { role: string; content: unknown }[]>
  /** The raw entries of its list of resource templates; none if it has no such list. */
  listTemplates(signal: AbortSignal): Promise<unknown[]>
  /** With `values`, `uri` is a template. */
  readResource(
    resource: { uri: string; values?: Record<string, string> | undefined },
    signal: AbortSignal,
  ): Promise<readonly ResourceContent[]>
  /** The server's suggestions for a variable of a template; empty if it makes none at all. */
  suggestValues(
    variable: { uri: string; name: string; value: string; values: Record<string, string> },
    signal: AbortSignal,
  ): Promise<string[]>
  /** Resolves to true if the server answers anything within this time, even badly. */
  answers(limitMs: number): Promise<boolean>
  /** Processor time that the server's processes have used so far; null where it has none, or it is unknown. */
  processorMs(): number | null
  /** Ends the connection; resolves when no process of the server is left. */
  close(): Promise<void>
}

/** A part of a resource: text, or bytes in base64. */
export interface ResourceContent {
  uri: string
  mimeType?: string | undefined
  text?: string | undefined
  blob?: string | undefined
}
