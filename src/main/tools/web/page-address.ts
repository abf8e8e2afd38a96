import { isIPv4 } from 'node:net'

import { toolRefusal } from '../tool-refusal'

/** The longest address of a page: what browsers and servers accept. */
export const longestAddressChars = 2_048

/**
 * The address of a page that a model names, without its fragment.
 * @throws INVALID_INPUT it is not http or https, contains a user name or password, or spells an IPv4 address as a number
 */
export function pageAddress(text: string): URL {
  const url = text.length > longestAddressChars ? null : URL.parse(text.trim())
  if (url === null || !isFetched(url, text)) {
    throw toolRefusal(
      `${text.slice(0, 200)} cannot be fetched. Use a full http or https address without a password.`,
    )
  }
  url.hash = ''
  return url
}

function isFetched({ protocol, username, password, hostname }: URL, text: string): boolean {
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || hostname === '') return false
  // The card must show the host as it is: 0x7f.1 and 2130706433 are both 127.0.0.1.
  return !isIPv4(hostname) || text.includes(`://${hostname}`)
}

/**
 * True if the user has named this host in Settings: a host, with or without a port. An entry without a port means every
 * port.
 */
export function isNamedHost(url: URL, named: readonly string[]): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return named.some((entry) => entry === url.hostname || entry === `${url.hostname}:${port}`)
}

/** True if a page may redirect to this address without another question: on the same host, and no less protected. */
export function isSamePlace(from: URL, to: URL): boolean {
  return from.host === to.host && (from.protocol === to.protocol || to.protocol === 'https:')
}
