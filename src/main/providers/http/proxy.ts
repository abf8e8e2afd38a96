import { isLocalAddress } from '../../../shared/models/local-address'

/**
 * The proxy that the environment names for this address, by the usual variables in either case; null for none. An
 * address on this machine or in a private network has none, whatever they say: a proxy for the internet rarely leads
 * there. Only HTTP proxies are supported, so others are ignored.
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): URL | null {
  if (isLocalAddress(url.host)) return null
  const value = (name: string) => environment[name] || environment[name.toUpperCase()] || ''
  const named = value(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || value('all_proxy')
  if (named === '' || isExcepted(url, value('no_proxy'))) return null
  const proxy = URL.parse(/^\w+:\/\//.test(named) ? named : `http://${named}`)
  return proxy !== null && /^https?:$/.test(proxy.protocol) ? proxy : null
}

/** Whether a list such as `localhost, .corp.example, *.test:8080, 10.0.0.7` names the host or a domain above it. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true
    const [, host = '', listedPort] = /^(\[[^\]]*\]|[^:]*|[\da-f:]*)(?::(\d+))?$/i.exec(entry) ?? []
    const domain = host.toLowerCase().replace(/^\*?\.?/, '')
    if (domain === '' || (listedPort !== undefined && listedPort !== ownPort)) return false
    const bare = hostname.replaceAll(/^\[|\]$/g, '')
    return bare === domain.replaceAll(/^\[|\]$/g, '') || hostname.endsWith(`.${domain}`)
  })
}
