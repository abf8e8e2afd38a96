const ownNames = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/
const ownNumbers =
  /^(?:127|10)(?:\.\d+){3}$|^(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}$|^\[(?:::1\]|f[cd]|fe[89ab])/

/** True if a host and port, such as `127.0.0.1:11434`, are on this machine or in a private network. */
export function isLocalAddress(address: string): boolean {
  const host = address.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  const isSingleWord = /^[a-z\d-]*[a-z][a-z\d-]*$/.test(host)
  return isSingleWord || ownNames.test(host) || ownNumbers.test(host)
}
