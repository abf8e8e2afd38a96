import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

import { serverFailure } from '../../../../shared/failures/server-failure'
import { registerSecret } from '../../../base/redaction/redaction'
import type { ServerSetup } from '../../../model-setup/server-setup'
import type { SignInAt } from './stored-sign-in'

/** A sign-in in progress, in the user's browser. */
export interface BrowserSignIn {
  redirectUrl: string
  port: number
  /** Returned by the browser, to recognise the answer. */
  state: string
  /** Shows the address and opens it if the user agrees. */
  open(url: URL): Promise<void>
}

/** A client that the user has registered. */
export interface RegisteredClient {
  id: string
  secret: string | null
}

/** What a sign-in needs. */
export interface SignInOptions {
  server: string
  store: SignInAt
  /** The client as which the user has registered Parley; null to register it. */
  registered: RegisteredClient | null
  browser: BrowserSignIn | null
}

/** The address of a sign-in that only a browser could complete. */
const noRedirect = 'http://127.0.0.1/callback'

/**
 * What the library asks about a server's sign-in. Without a browser, it only uses and refreshes stored tokens: nothing
 * is registered and no page is opened because a model called a tool.
 */
export class SignInProvider implements OAuthClientProvider {
  readonly #server: string
  readonly #store: SignInAt
  readonly #registered: RegisteredClient | null
  readonly #browser: BrowserSignIn | null
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined

  constructor(options: SignInOptions) {
    this.#server = options.server
    this.#store = options.store
    this.#registered = options.registered
    this.#browser = options.browser
  }

  get redirectUrl(): string {
    return this.#browser?.redirectUrl ?? noRedirect
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Parley',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state(): string {
    return this.#browser?.state ?? ''
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    if (this.#registered !== null) {
      const { id, secret } = this.#registered
      return { client_id: id, ...(secret === null ? {} : { client_secret: secret }) }
    }
    const { client, port } = this.#store.get()
    if (this.#browser === null) {
      if (client === undefined) throw this.#needsSignIn()
      return client
    }
    // A registration is tied to its redirect address.
    return port === this.#browser.port ? client : undefined
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    if (this.#registered !== null) return
    learn(client['client_secret'])
    this.#store.change({ client, port: this.#browser?.port ?? this.#store.get().port })
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#store.get().tokens
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    learn(tokens.access_token)
    learn(tokens.refresh_token)
    this.#store.change({ tokens })
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (this.#browser === null) throw this.#needsSignIn()
    await this.#browser.open(url)
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.#store.change({ tokens: undefined })
    if (scope === 'all' || scope === 'client') this.#store.change({ client: undefined, port: undefined })
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined
  }

  #needsSignIn() {
    return serverFailure('needs-sign-in', { server: this.#server })
  }
}

/** The client that the user has registered; null if none. */
export function registeredClient({
  oauthClientId,
  oauthClientSecret,
}: Pick<
  Extract<ServerSetup, { type: 'http' }>,
  'oauthClientId' | 'oauthClientSecret'
>): RegisteredClient | null {
  return oauthClientId === null ? null : { id: oauthClientId, secret: oauthClientSecret }
}

function learn(secret: unknown): void {
  if (typeof secret === 'string') registerSecret(secret)
}
