import type { IncomingHttpHeaders } from 'node:http'

import { isSameToken, randomToken } from './random-token'

const cookieName = 'parley'
const httpPort = 80

/** What of a request decides whether it may pass. */
interface AccessRequest {
  cookie: string | undefined
  key: string | null
  /** Its `Sec-Fetch-Site`. */
  fetchSite: string | string[] | undefined
  /** Nobody opens the page by it: it only asks what there is, or fetches ahead. */
  isLookingAhead: boolean
}

/**
 * `exchange`: the key was good, give the cookie; `later`: it is good, and still is for whoever opens the page; `strip`: the
 * cookie is good, drop the stale key from the address.
 */
type Access = 'allowed' | 'exchange' | 'later' | 'strip' | 'hand-over' | 'refused'

/**
 * Guards one boot of the web host. The page lives under a path nobody can guess; a key that works once is
 * exchanged for a cookie, and only the cookie opens anything.
 */
export class WebAccess {
  /** With slashes at both ends. */
  readonly basePath = `/w-${randomToken()}/`
  readonly #cookie = randomToken()
  #key: string | null = randomToken()

  /** What is appended to the page's address, to be used once. */
  get query(): string {
    return this.#key === null ? '' : `?key=${this.#key}`
  }

  /** The `Set-Cookie` value that `exchange` asks for. Cookies ignore ports, hence the path. */
  get setCookie(): string {
    return `${cookieName}=${this.#cookie}; Path=${this.basePath}; HttpOnly; SameSite=Strict`
  }

  /**
   * Decides about a request to a path under `basePath`. A key that is good is used up by whoever opens the page.
   * `hand-over`: a document that another page led to, for which the browser holds the cookie back.
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

/** Whether `Host` names this server as a person or Parley would: a name of another's making is DNS rebinding. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  const names = ['127.0.0.1', 'localhost']
  // Browsers leave the port out that http has anyway.
  const hosts =
    port === httpPort
      ? [...names, ...names.map((name) => `${name}:${port}`)]
      : names.map((name) => `${name}:${port}`)
  return host !== undefined && hosts.includes(host)
}

/** Whether a browser fetches a page ahead, in case that somebody opens it. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''))
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))
}

/** Whether a WebSocket is asked for by the very page that this server gave out. */
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
