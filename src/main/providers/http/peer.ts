import { failure } from '../../../shared/failures/failure'

/** The server that answers, as messages to the user name it. */
export interface Peer {
  /** The provider's name, such as `Ollama`. */
  name: string
  /** Host and port, such as `127.0.0.1:11434`. */
  address: string
  /** The key that is sent to it; never part of a message. */
  secret: string | null
}

/**
 * The peer at a provider's base URL.
 * @throws ParleyError INVALID_INPUT when it is not a valid URL
 */
export function peerOf(name: string, baseUrl: string, secret: string | null): Peer {
  const url = URL.parse(baseUrl)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw failure('INVALID_INPUT', 'address-unusable', { field: 'baseUrl', providerName: name })
  }
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return { name, address: `${url.hostname}:${port}`, secret: secret === '' ? null : secret }
}

/** The address of a request: `path` follows that of the base, and its query joins the base's own. */
export function urlUnder(baseUrl: string, path: string): string {
  const [base = '', query] = baseUrl.split('?')
  if (query === undefined) return `${base}${path}`
  return `${base}${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** The peer, as error data. */
export function peerData({ name, address }: Peer): { providerName: string; address: string } {
  return { providerName: name, address }
}

/** True if the address is on this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname.replace(/\.$/, '') ?? ''
  return /(?:^|\.)localhost$|^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/.test(
    host,
  )
}
