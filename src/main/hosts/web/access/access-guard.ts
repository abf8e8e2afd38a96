import type { IncomingHttpHeaders } from 'node:http'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const cookieName = 'parley'
const httpPort = 80

/** The part of a request that decides whether it may pass. */
interface AccessRequest {
  cookie: string | undefined
  key: string | null
  /** Its `Sec-Fetch-Site`. */
  fetchSite: string | string[] | undefined
  /** The request is a HEAD or a prefetch, by which nobody opens the page. */
  isLookingAhead: boolean
}

/**
 * `exchange`: the key is valid, set the cookie; `later`: it is valid, and stays so until somebody opens the page;
 * `strip`: the cookie is valid, remove the used key from the address.
 */
type Access = 'allowed' | 'exchange' | 'later' | 'strip' | 'hand-over' | 'refused'

/**
 * Guards one boot of the web host. The page has a path that cannot be guessed; a key that works once is exchanged for a
 * cookie, and only the cookie grants access.
 */
export class AccessGuard {
  /** Starts and ends with a slash. */
  readonly basePath = `/w-${randomToken()}/`
  readonly #cookie = randomToken()
  #key: string | null = randomToken()

  /** The query of the page's address, which works once. */
  get query(): string {
    return this.#key === null ? '' : `?key=${this.#key}`
  }

  /** The `Set-Cookie` value for `exchange`. Cookies ignore ports, hence the path. */
  get setCookie(): string {
    return `${cookieName}=${this.#cookie}; Path=${this.basePath}; HttpOnly; SameSite=Strict`
  }

  /**
   * Decides about a request to a path under `basePath`. A valid key is used up when the page is opened. `hand-over`: a
   * document request from another site, for which the browser withholds the cookie.
   */
  decide(request: AccessRequest): Access {
    const hasCookie = cookieValues(request.cookie).some((value) => isSameToken(value, this.#cookie))
    if (request.key !== null) {
      if (hasCookie) return 'strip'
      if (this.#key === null || !isSameToken(request.key, this.#key)) return 'refused'
      if (request.isLookingAhead) return 'later'
      this.#key = null
      return 'exchange'
    }
    if (hasCookie) return 'allowed'
    return request.fetchSite === 'cross-site' ? 'hand-over' : 'refused'
  }
}

/** True if `Host` is one of this server's own names; any other name indicates DNS rebinding. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  const names = ['127.0.0.1', 'localhost']
  // Browsers omit the default port.
  const hosts =
    port === httpPort
      ? [...names, ...names.map((name) => `${name}:${port}`)]
      : names.map((name) => `${name}:${port}`)
  return host !== undefined && hosts.includes(host)
}

/** True for the names under which frames of pages are asked for: each is a site of its own. */
export function isPageHost(host: string | undefined, port: number): boolean {
  const [, name, suffix = ''] = /^(p[0-9a-f]{16}\.localhost)(:\d+)?$/.exec(host ?? '') ?? []
  return name !== undefined && (suffix === `:${port}` || (suffix === '' && port === httpPort))
}

/** True if a browser prefetches a page that nobody has opened. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''))
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))
}

/** True if a WebSocket request comes from a page of this server. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, port: number): boolean {
  return isOwnHost(host, port) && origin === `http://${host ?? ''}`
}

function cookieValues(header: string | undefined): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
}

/** 192 random bits, safe in a path, a query and a cookie. */
export function randomToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Compares two tokens in constant time. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(one).digest(),
    createHash('sha256').update(other).digest(),
  )
}
