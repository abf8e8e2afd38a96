import { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { isLocalAddress } from '../../../../shared/models/local-address'
import { isRecord } from '../../../../shared/record'
import { shortHost } from '../../../../shared/text/visible-text'
import type { Clock } from '../../../base/clock'
import { readBounded } from '../../../providers/http/read-bounded'
import { isNamedHost } from '../../web/page-address'
import { assertPublicHost, publicLookup, type ResolveName } from '../../web/public-address'
import { networkFailure } from './network-failure'
import { sameResponse } from './readable-response'
import { createServerFetch } from './server-fetch'

/** Determines which addresses a server's sign-in may name. */
export interface SignInPlaces {
  server: string
  /** The server's own address, which the user has entered. */
  url: string
  clock: Clock
  /** The private hosts that the user has named in Settings. */
  namedHosts: () => readonly string[]
  /** Replaces the system's name resolution, in tests. */
  resolveName?: ResolveName | undefined
}

/** The time that an address has to answer, up to the end of its answer. */
const timeoutMs = 30_000

/** Far more than any document of a sign-in has. */
const maxBytes = 1_000_000

/**
 * A `fetch` for the addresses of a server's sign-in, which the server names and not the user: none of them may be in a
 * private network, after its name was resolved, unless the server itself is addressed there or the user has named the host.
 * Nothing is sent without https on behalf of a server with https. Redirects are returned, and the library follows them
 * only within their origin, through this. An answer is returned once all of it has arrived.
 */
export function createSignInFetch(places: SignInPlaces): (url: URL, init: RequestInit) => Promise<Response> {
  const { server, clock, namedHosts, resolveName } = places
  const own = new URL(places.url)
  const isOwnPrivate = isPrivateBySpelling(own)
  return async (url, init) => {
    assertAllowed(url)
    const timeout = new AbortController()
    const cancel = clock.after(timeoutMs, () => timeout.abort(serverFailure('sign-in-time', { server })))
    const signal = init.signal == null ? timeout.signal : AbortSignal.any([init.signal, timeout.signal])
    try {
      const response = await request(url, { ...init, signal })
      assertNotMoved(response, url, init)
      return await whole(response, signal)
    } finally {
      cancel()
    }
  }

  function assertAllowed(url: URL): void {
    const data = { server, target: shortHost(url.host === '' ? url.protocol : url.host, 200) }
    if (!/^https?:$/.test(url.protocol)) throw refused(serverFailure('sign-in-address', data))
    if (own.protocol === 'https:' && url.protocol !== 'https:') {
      throw refused(serverFailure('sign-in-insecure', data))
    }
  }

  async function request(url: URL, init: RequestInit): Promise<Response> {
    const isAnywhere = isOwnPrivate || url.host === own.host || isNamedHost(url, namedHosts())
    const data = { server, target: url.host }
    try {
      if (!isAnywhere) assertPublicHost(url)
      const lookup = isAnywhere ? {} : { lookup: publicLookup(resolveName) }
      return await createServerFetch({ clock, ...lookup })(url, init)
    } catch (error) {
      init.signal?.throwIfAborted()
      const cause = error instanceof TypeError ? error.cause : error
      if (cause instanceof ParleyError && cause.data?.['reason'] === 'web-private') {
        throw refused(serverFailure('redirected', data, error))
      }
      const network = networkFailure(error, url.host)
      if (network !== null) throw refused(network)
      if (!(error instanceof ParleyError)) throw error
      throw refused(serverFailure('sign-in-failed', { server, said: url.host }, error))
    }
  }

  /** The answer with its whole body. */
  async function whole(response: Response, signal: AbortSignal): Promise<Response> {
    if (response.body === null) return response
    try {
      const { text, isCut } = await readBounded(response, maxBytes)
      if (!isCut) return sameResponse(response, withSlashes(text))
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
    throw refused(serverFailure('too-large', { server, megabytes: maxBytes / 1_000_000 }))
  }

  /** A request with something to keep secret is not sent anywhere else. */
  function assertNotMoved({ status, headers }: Response, url: URL, { method = 'GET' }: RequestInit): void {
    const target = status >= 300 && status < 400 ? URL.parse(headers.get('location') ?? '', url.href) : null
    if (target === null || target.origin === url.origin || method === 'GET') return
    throw refused(serverFailure('sign-in-moved', { server, target: shortHost(target.host, 200) }))
  }
}

function isPrivateBySpelling(url: URL): boolean {
  if (isLocalAddress(url.host)) return true
  try {
    assertPublicHost(url)
    return false
  } catch {
    // It is an address or a name that no public server has.
    return true
  }
}

/**
 * A document that names authorization servers, with a slash after each bare origin: only then does the library accept
 * an issuer that is written either way. Any other text stays as it is.
 */
function withSlashes(text: string): string {
  if (!text.includes('"authorization_servers"')) return text
  try {
    const document: unknown = JSON.parse(text)
    if (!isRecord(document) || !Array.isArray(document['authorization_servers'])) return text
    const servers = document['authorization_servers'].map((each: unknown) => {
      const url = typeof each === 'string' ? URL.parse(each) : null
      return url === null || url.href !== `${url.origin}/` ? each : url.href
    })
    return JSON.stringify({ ...document, authorization_servers: servers })
  } catch {
    // The library says what is wrong with it.
    return text
  }
}

/** The library tries another address after any error but this kind. */
function refused(cause: ParleyError): TypeError {
  return new TypeError(cause.message, { cause })
}
