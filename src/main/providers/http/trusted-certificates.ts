import { getCACertificates, setDefaultCACertificates } from 'node:tls'

let isDone = false

/**
 * Makes TLS connections trust what this computer trusts, in addition to Node's own list and NODE_EXTRA_CA_CERTS: in a
 * company, the certificates of a proxy that inspects connections are there. Only on demand, because reading them takes
 * 0.1 s and few need them. Returns whether another attempt may succeed: false from the second call on.
 */
export function trustSystemCertificates(): boolean {
  if (isDone) return false
  isDone = true
  try {
    const known = getCACertificates('default')
    const system = getCACertificates('system').filter((certificate) => !known.includes(certificate))
    if (system.length === 0) return false
    setDefaultCACertificates([...known, ...system])
    return true
  } catch {
    return false // An older Node has neither, and a damaged store must not change how a failure is reported.
  }
}
