import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * How the sign-in goes: as usual; the user refuses; the authorization server is another than announced; its answer
 * names another one; refresh tokens are refused; the token request is redirected elsewhere; the page of the sign-in has
 * an address that is no page, is somebody else's, or has a name before the host; tokens come from another host, or all of
 * the sign-in is there; the token fits in no header, or its answer has another form; the issuer has a slash at its end.
 */
export const signInVariants = [
  'usual',
  'refused',
  'other-issuer',
  'mixed-up',
  'no-refresh',
  'token-elsewhere',
  'odd-address',
  'borrowed-page',
  'other-token-host',
  'other-host',
  'page-with-name',
  'odd-token',
  'odd-expiry',
  'slash-issuer',
] as const
export type SignInVariant = (typeof signInVariants)[number]

/** An authorization server on the same origin as the MCP server. */
export class FakeSignIn {
  readonly #origin: string
  readonly #variant: SignInVariant
  readonly #challenges = new Map<string, string>()
  readonly #refreshTokens = new Set<string>()
  #valid = new Set<string>()
  #heldCount = 0
  readonly #held: ServerResponse[] = []
  #last: ServerResponse | null = null
  /** Another name of the server, and so another origin. */
  readonly #other: string
  #isMoved = false

  constructor(origin: string, variant: SignInVariant) {
    this.#origin = origin
    this.#variant = variant
    this.#other = origin.replace('127.0.0.1', 'localhost')
    this.#isMoved = variant === 'other-host'
  }

  /** The authorization server is at another origin from now on. */
  move(): void {
    this.#isMoved = true
  }

  get #server(): string {
    return this.#isMoved ? this.#other : this.#origin
  }

  isValid(authorization: string | undefined): boolean {
    const isValid = this.#valid.has(authorization?.replace(/^Bearer /, '') ?? '')
    // Now the client has a newer token than that of the refused request.
    if (isValid && this.#last !== null) this.#refuseNow(this.#last)
    if (isValid) this.#last = null
    return isValid
  }

  /** All access tokens are invalid from now on. */
  expire(): void {
    this.#valid = new Set()
  }

  /** The next refusals wait until that many requests have arrived; the last one waits for a valid request, too. */
  holdRefusals(count: number): void {
    this.#heldCount = count
  }

  refuse(response: ServerResponse): void {
    if (this.#heldCount > 0) {
      this.#held.push(response)
      if (this.#held.length < this.#heldCount) return
      this.#heldCount = 0
      const last = this.#held.pop()
      for (const held of this.#held.splice(0)) this.#refuseNow(held)
      this.#last = last ?? null
      return
    }
    this.#refuseNow(response)
  }

  #refuseNow(response: ServerResponse): void {
    const metadata = `${this.#server}/.well-known/oauth-protected-resource/mcp`
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end()
  }

  /** False for a request that is not about the sign-in. */
  answer(request: IncomingMessage, response: ServerResponse, body: string): boolean {
    const url = new URL(request.url ?? '', this.#origin)
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        json(response, { resource: `${this.#origin}/mcp`, authorization_servers: [this.#server] })
        return true
      case '/.well-known/oauth-authorization-server':
        json(response, this.#metadata())
        return true
      case '/register':
        json(response, { ...(JSON.parse(body) as object), client_id: 'registered' }, 201)
        return true
      case '/authorize':
        this.#authorize(url.searchParams, response)
        return true
      case '/token':
        this.#token(new URLSearchParams(body), response)
        return true
      default:
        return false
    }
  }

  #metadata(): unknown {
    return {
      issuer: this.#issuer(),
      authorization_endpoint: this.#page(),
      token_endpoint: `${this.#variant === 'other-token-host' ? this.#other : this.#server}/token`,
      registration_endpoint: `${this.#server}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  #issuer(): string {
    if (this.#variant === 'other-issuer') return 'https://other.example'
    return this.#variant === 'slash-issuer' ? `${this.#server}/` : this.#server
  }

  #page(): string {
    if (this.#variant === 'page-with-name')
      return `${this.#server.replace('//', '//accounts.example@')}/authorize`
    if (this.#variant === 'odd-address') return 'file:///etc/passwd'
    // Another server's, where the user has an account.
    if (this.#variant === 'borrowed-page') return `${this.#other}/authorize`
    return `${this.#server}/authorize`
  }

  /** The user's browser is here, and is sent back at once. */
  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    if (this.#variant === 'refused') {
      back.searchParams.set('error', 'access_denied')
    } else {
      const code = randomUUID()
      this.#challenges.set(code, asked.get('code_challenge') ?? '')
      back.searchParams.set('code', code)
    }
    back.searchParams.set('iss', this.#variant === 'mixed-up' ? 'https://other.example' : this.#issuer())
    response.writeHead(302, { location: back.href }).end()
  }

  #token(asked: URLSearchParams, response: ServerResponse): void {
    if (this.#variant === 'token-elsewhere') {
      response.writeHead(307, { location: 'https://other.example/token' }).end()
      return
    }
    const isRefresh = asked.get('grant_type') === 'refresh_token'
    const isKnown = isRefresh
      ? this.#refreshTokens.delete(asked.get('refresh_token') ?? '') && this.#variant !== 'no-refresh'
      : this.#isVerified(asked)
    if (!isKnown) return json(response, { error: 'invalid_grant' }, 400)
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID() }
    this.#valid.add(tokens.access_token)
    this.#refreshTokens.add(tokens.refresh_token)
    json(response, {
      ...tokens,
      ...(this.#variant === 'odd-token' ? { access_token: 'odd\r\nX-Header: 1' } : {}),
      token_type: 'Bearer',
      expires_in: this.#variant === 'odd-expiry' ? 'never' : 3_600,
    })
  }

  #isVerified(asked: URLSearchParams): boolean {
    const verifier = asked.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return this.#challenges.get(asked.get('code') ?? '') === challenge
  }
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
