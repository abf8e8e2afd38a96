import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { z } from 'zod'

import type { ServerSettings } from '../../../settings/server-settings'

/** The stored state of a sign-in. */
export interface StoredSignIn {
  tokens?: StoredOAuthTokens | undefined
  /** Parley's registration with the authorization server. */
  client?: StoredOAuthClientInformation | undefined
  /** The port of the redirect address with which it was registered. */
  port?: number | undefined
  /** The scope that the server demanded beyond what was granted. */
  wantedScope?: string | undefined
  /** The authorization server that has accepted the client that the user has registered: its secret goes nowhere else. */
  registeredAt?: { clientId: string; issuer: string } | undefined
}

const stored = z.object({
  /** The server of the sign-in: its scheme, host and port. */
  origin: z.string(),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).optional(),
  client: z.looseObject({ client_id: z.string() }).optional(),
  port: z.number().int().min(1).max(65_535).optional(),
  wantedScope: z.string().optional(),
  registeredAt: z.object({ clientId: z.string(), issuer: z.string() }).optional(),
})

/** The sign-in at one address of a server. */
export interface SignInAt {
  get(): StoredSignIn
  /** @throws STORE_FULL */
  change(change: StoredSignIn): void
}

/**
 * The stored sign-in of one server, encrypted like a key. No other origin gets its tokens, and what is answered after
 * the server was moved or removed, or the user signed out, is not stored.
 */
export class SignInStore {
  readonly #settings: Pick<ServerSettings, 'get' | 'signInOf' | 'setSignIn'>
  readonly #serverId: string
  #endedCount = 0

  constructor(settings: Pick<ServerSettings, 'get' | 'signInOf' | 'setSignIn'>, serverId: string) {
    this.#settings = settings
    this.#serverId = serverId
  }

  /** The sign-in at this address, until the user signs out. */
  at(address: string): SignInAt {
    const { origin } = new URL(address)
    const endedCount = this.#endedCount
    const isCurrent = () => {
      const transport = this.#settings.get(this.#serverId)?.transport
      return (
        endedCount === this.#endedCount &&
        transport?.type === 'http' &&
        new URL(transport.url).origin === origin
      )
    }
    const get = () => (isCurrent() ? this.#read(origin) : {})
    return {
      get,
      change: (change) => {
        if (!isCurrent()) return
        this.#settings.setSignIn(this.#serverId, JSON.stringify({ ...get(), ...change, origin }))
      },
    }
  }

  /** Signs out. @throws STORE_FULL */
  clear(): void {
    this.#endedCount += 1
    this.#settings.setSignIn(this.#serverId, null)
  }

  #read(origin: string): StoredSignIn {
    const text = this.#settings.signInOf(this.#serverId)
    if (text === null) return {}
    try {
      const { origin: ownOrigin, ...signIn } = stored.parse(JSON.parse(text))
      return ownOrigin === origin ? signIn : {}
    } catch {
      // Stored by another version: the user signs in again.
      return {}
    }
  }
}
