import { getCACertificates, setDefaultCACertificates } from 'node:tls'

let system: 'unread' | 'added' | 'nothing-new' = 'unread'

/** Whether TLS connections that begin now trust what `trustSystemCertificates` adds. */
export function trustsSystemCertificates(): boolean {
  return system === 'added'
}

/**
 * Makes TLS connections trust what this computer trusts, in addition to Node's own list and NODE_EXTRA_CA_CERTS: in a
 * company, the certificates of a proxy that inspects connections are there. Only on demand, because reading them takes
 * 0.1 s and few need them. Returns whether connections now trust more than Node's list.
 */
export function trustSystemCertificates(): boolean {
  if (system === 'unread') system = hasAdded() ? 'added' : 'nothing-new'
  return system === 'added'
}

function hasAdded(): boolean {
  try {
    const known = getCACertificates('default')
    const more = getCACertificates('system').filter((certificate) => !known.includes(certificate))
    if (more.length > 0) setDefaultCACertificates([...known, ...more])
    return more.length > 0
  } catch {
    return false // An older Node has neither, and a damaged store must not change how a failure is reported.
  }
}
