import { isLocalAddress } from '../../../shared/models/local-address'

/** What the environment says about a proxy. */
export interface NamedProxy {
  /** Null if Parley cannot use it: only HTTP proxies are supported. */
  url: URL | null
  /** The variable that names it. */
  variable: string
}

/**
 * The proxy that the environment names for this address, by the usual variables in either case; null for none. An
 * address on this machine or in a private network has none, whatever they say: a proxy for the internet rarely leads
 * there.
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): NamedProxy | null {
  if (isLocalAddress(url.host)) return null
  const usual = [url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy']
  const variable = usual.flatMap((name) => [name, name.toUpperCase()]).find((name) => environment[name])
  const exceptions = environment['no_proxy'] || environment['NO_PROXY'] || ''
  if (variable === undefined || isExcepted(url, exceptions)) return null
  const named = environment[variable] ?? ''
  const proxy = URL.parse(/^[a-z][\w+.-]*:\/\//i.test(named) ? named : `http://${named}`)
  return { url: proxy !== null && /^https?:$/.test(proxy.protocol) ? proxy : null, variable }
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
