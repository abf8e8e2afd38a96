import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { z } from 'zod'

import type { ServerSettings } from '../../../settings/server-settings'

/** What a sign-in left behind. */
export interface StoredSignIn {
  tokens?: StoredOAuthTokens | undefined
  /** How Parley is registered with the authorization server. */
  client?: StoredOAuthClientInformation | undefined
  /** The port of the redirect address with which it was registered. */
  port?: number | undefined
  /** What the server demanded beyond what was granted. */
  wantedScope?: string | undefined
}

const stored = z.object({
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).optional(),
  client: z.looseObject({ client_id: z.string() }).optional(),
  port: z.number().int().min(1).max(65_535).optional(),
  wantedScope: z.string().optional(),
})

/** The stored sign-in of one server, encrypted like a key. */
export class SignInStore {
  readonly #settings: Pick<ServerSettings, 'signInOf' | 'setSignIn'>
  readonly #serverId: string

  constructor(settings: Pick<ServerSettings, 'signInOf' | 'setSignIn'>, serverId: string) {
    this.#settings = settings
    this.#serverId = serverId
  }

  get(): StoredSignIn {
    const text = this.#settings.signInOf(this.#serverId)
    if (text === null) return {}
    try {
      return stored.parse(JSON.parse(text))
    } catch {
      // Of another version: the user signs in again.
      return {}
    }
  }

  /** @throws STORE_FULL */
  change(change: StoredSignIn): void {
    this.#settings.setSignIn(this.#serverId, JSON.stringify({ ...this.get(), ...change }))
  }
}
