/** The host of a web address as it is looked up: in ASCII, without a user name, with any unusual port. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}

/**
 * The address with its host as it is looked up, so that no other host looks like it: letters of other scripts become
 * punycode.
 */
export function plainAddress(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  const [, written] = /^https?:\/\/([^/?#]*)/.exec(address) ?? []
  const usualPort = url.protocol === 'https:' ? 443 : 80
  return written === url.host || written === `${url.host}:${usualPort}` ? address : url.href
}
