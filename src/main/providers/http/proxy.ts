import { BlockList, isIP } from 'node:net'

import { isLocalAddress } from '../../../shared/models/local-address'
import { isLoopback } from './peer'

/** A proxy that the environment names. */
export interface NamedProxy {
  /** Null if Parley cannot use it: only HTTP and SOCKS5 proxies are supported. */
  url: URL | null
  /** The variable that names it. */
  variable: string
}

/**
 * The way to this address that the environment names, by the usual variables in either case; `system` if it says
 * nothing. It never names a proxy for an address on this computer, nor, unlike the settings of a system, rules for
 * private networks: a proxy for the internet rarely leads there.
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): NamedProxy | 'direct' | 'system' {
  const exceptions = environment['no_proxy'] || environment['NO_PROXY'] || ''
  if (isLoopback(url.href) || isExcepted(url, exceptions)) return 'direct'
  const usual = [url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy']
  const variable = usual
    .flatMap((name) => [name, name.toUpperCase()])
    .find((name) => environment[name]?.trim())
  if (variable === undefined) return 'system'
  return isLocalAddress(url.host) ? 'direct' : { url: proxyAt(environment[variable] ?? ''), variable }
}

/** The proxy at an address such as `proxy.example:3128`, `http://me:word@proxy.example` or `socks5h://[::1]:1080`. */
function proxyAt(named: string): URL | null {
  // A password may contain a percent sign that encodes nothing.
  const text = named.trim().replaceAll(/%(?![\da-f]{2})/gi, '%25')
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const proxy = URL.parse(address.replace(/^socks(?:5h)?:/i, 'socks5:'))
  return proxy !== null && /^(?:https?|socks5):$/.test(proxy.protocol) && proxy.hostname !== '' ? proxy : null
}

/**
 * True if a list such as `localhost, .corp.example, *.test:8080, 10.0.0.0/8, [2001:db8::1]:443` names the host, a domain
 * above it, or a range of addresses with it.
 */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  const host = bareHost(hostname)
  return list.split(/[\s,;]+/).some((entry) => {
    const [, listed = '', listedPort] =
      /^(\[[^\]]*\](?:\/\d+)?|[^:]*|[\da-f:.]*(?:\/\d+)?)(?::(\d+))?$/i.exec(entry) ?? []
    const name = bareHost(listed)
    if (name === '' || (listedPort !== undefined && listedPort !== ownPort)) return false
    const [network = '', prefix] = name.split('/')
    if (isIP(network) > 0) return isIP(host) > 0 && isInRange(host, network, prefix)
    const domain = name.replace(/^\*?\./, '')
    return isMatch(host, domain) || (isIP(host) === 0 && isMatch(host, `*.${domain}`))
  })
}

/** A host in lower case, without brackets and the dot of the root. */
function bareHost(hostname: string): string {
  return hostname.toLowerCase().replaceAll(/[[\]]|\.$/g, '')
}

/** True if an address is in a network; without a prefix, the network is one address. */
function isInRange(address: string, network: string, prefix: string | undefined): boolean {
  const [type, bits] = isIP(network) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const)
  const size = Number(prefix ?? bits)
  if (!Number.isInteger(size) || size > bits) return false
  const range = new BlockList()
  range.addSubnet(network, size, type)
  return range.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** True if a host matches a pattern in which `*` is any text. */
function isMatch(host: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(host)
}
