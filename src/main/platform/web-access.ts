import { isSameToken, randomToken } from './random-token'

const cookieName = 'parley'

/** What of a request decides whether it may pass. `fetchSite` is its `Sec-Fetch-Site`. */
interface AccessRequest {
  cookie: string | undefined
  key: string | null
  fetchSite: string | string[] | undefined
}

/** `exchange`: the key was good, give the cookie; `strip`: the cookie is good, drop the stale key from the address. */
type Access = 'allowed' | 'exchange' | 'strip' | 'hand-over' | 'refused'

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
   * Decides about a request to a path under `basePath`. A key that is good is used up by being asked about.
   * `hand-over`: a document that another page led to, for which the browser holds the cookie back.
   */
  decide(request: AccessRequest): Access {
    const hasCookie = cookieValues(request.cookie).some((value) => isSameToken(value, this.#cookie))
    if (request.key !== null) {
      if (hasCookie) return 'strip'
      if (this.#key === null || !isSameToken(request.key, this.#key)) return 'refused'
      this.#key = null
      return 'exchange'
    }
    if (hasCookie) return 'allowed'
    return request.fetchSite === 'cross-site' ? 'hand-over' : 'refused'
  }
}

/** Whether `Host` names this server as a person or Parley would: a name of another's making is DNS rebinding. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
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
