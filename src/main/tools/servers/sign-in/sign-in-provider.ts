import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

import { serverFailure } from '../../../../shared/failures/server-failure'
import { shortHost } from '../../../../shared/text/visible-text'
import { registerSecret } from '../../../base/redaction/redaction'
import type { ServerSetup } from '../../../model-setup/setups'
import type { SignInAt } from './stored-sign-in'

/** A sign-in in progress, in the user's browser. */
export interface BrowserSignIn {
  redirectUrl: string
  port: number
  /** Returned by the browser, to recognise the answer. */
  state: string
  /** Shows the address and opens it if the user agrees. `tokenHost`: another host that completes the sign-in. */
  open(url: URL, tokenHost: string | null): Promise<void>
}

/** A client that the user has registered. */
export interface RegisteredClient {
  id: string
  secret: string | null
}

/** The settings and services of a sign-in. */
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
 * Answers the library's questions about a server's sign-in. Without a browser, it only uses and refreshes stored
 * tokens: nothing is registered and no page is opened because a model called a tool.
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

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    if (this.#registered !== null) {
      const { id, secret } = this.#registered
      const issuer = this.#issuerOf(id) ?? context?.issuer
      if (issuer !== undefined && context !== undefined && !isSameIssuer(issuer, context.issuer)) {
        throw serverFailure('sign-in-issuer', {
          server: this.#server,
          target: hostOf(context.issuer),
          known: hostOf(issuer),
        })
      }
      return {
        client_id: id,
        ...(secret === null ? {} : { client_secret: secret }),
        ...(issuer === undefined ? {} : { issuer }),
      }
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
    // No header could carry it, so every later request would fail.
    if (!/^[\x21-\x7e]+$/.test(tokens.access_token)) {
      throw serverFailure('sign-in-failed', { server: this.#server })
    }
    learn(tokens.access_token)
    learn(tokens.refresh_token)
    const { issuer } = tokens
    const bound =
      this.#registered === null || issuer === undefined
        ? {}
        : { registeredAt: { clientId: this.#registered.id, issuer } }
    this.#store.change({ tokens, ...bound })
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (this.#browser === null) throw this.#needsSignIn()
    const { token_endpoint: token } = this.#discovery?.authorizationServerMetadata ?? {}
    const tokenHost = token === undefined ? url.host : hostOf(token)
    const isNamed = tokenHost !== url.host || typeof this.#registered?.secret === 'string'
    await this.#browser.open(url, isNamed ? tokenHost : null)
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    assertNotMixed(state, this.#server)
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

  /** The authorization server that has accepted this client. */
  #issuerOf(clientId: string): string | undefined {
    const { registeredAt } = this.#store.get()
    return registeredAt?.clientId === clientId ? registeredAt.issuer : undefined
  }

  #needsSignIn() {
    return serverFailure('needs-sign-in', { server: this.#server })
  }
}

/**
 * The host to which the code of a sign-in is sent must be that of the page where the user signs in, or the page must
 * belong to the authorization server that names both. Otherwise, a server could have the user sign in at somebody else's
 * page, and get the code, its verifier and the secret of the client.
 * @see RFC 9700, 4.4 (mix-up attacks)
 * @throws SERVER_FAILED
 */
function assertNotMixed(
  { authorizationServerMetadata: metadata }: OAuthDiscoveryState,
  server: string,
): void {
  if (metadata === undefined) return
  const { issuer, authorization_endpoint: page, token_endpoint: token } = metadata
  const pageOrigin = URL.parse(page)?.origin
  // One that is no web page is never opened.
  if (pageOrigin === undefined || pageOrigin === 'null') return
  if (pageOrigin === URL.parse(token)?.origin || pageOrigin === URL.parse(issuer)?.origin) return
  throw serverFailure('sign-in-mixed', { server, page: hostOf(page), target: hostOf(token) })
}

function hostOf(address: string): string {
  return shortHost(URL.parse(address)?.host ?? address, 200)
}

/** Some write it with a slash at the end and some without. */
function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
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
