import { lookup as lookUp, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

import { failure } from '../../../shared/failures/failure'

/** IPv4 ranges that are not on the public internet. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const closedIpv4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, which includes the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
  // Azure's services for its virtual machines, at an address that looks public.
  ['168.63.129.16', 32],
]

/** The only range of IPv6 with public addresses, so that everything embedded, local or unassigned is outside. */
const openIpv6 = ['2000::', 3] as const
/** Exceptions in that range: Teredo and other protocols, documentation, 6to4. */
const closedIpv6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** The ranges as lists, made with the first address: that takes longer than a start should. */
function rangeLists(): { open: BlockList; closed: BlockList } {
  const closed = new BlockList()
  for (const [network, prefix] of closedIpv4) closed.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of closedIpv6) closed.addSubnet(network, prefix, 'ipv6')
  const open = new BlockList()
  open.addSubnet(...openIpv6, 'ipv6')
  return { open, closed }
}

let ranges: ReturnType<typeof rangeLists> | null = null

/** True if the IP address is on the public internet. Anything that is not an address is not. */
export function isPublicAddress(address: string): boolean {
  ranges ??= rangeLists()
  const { open, closed } = ranges
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  // A zone means that it is valid on one link only.
  if (isIP(address) !== 6 || address.includes('%')) return false
  return open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/**
 * Names of this machine and of private networks, which no public server has: a proxy may resolve them where this machine
 * cannot. @see https://www.rfc-editor.org/rfc/rfc6762#appendix-G
 */
const privateName =
  /^[^.]*\.?$|\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)\.?$/i

/**
 * Refuses a host that is private by its own spelling, before anything is looked up.
 * @throws INVALID_INPUT
 */
export function assertPublicHost({ hostname, host }: URL): void {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const isPrivate = isIP(address) === 0 ? privateName.test(hostname) : !isPublicAddress(address)
  if (isPrivate) throw privateHostError(host)
}

/** Resolves a name to all of its addresses, as Node's `dns.lookup`. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Resolves names for connections, and refuses one that has any private address. The connection is made to what was
 * checked, so a name that resolves differently a moment later changes nothing.
 */
export function publicLookup(resolve: ResolveName = lookUp): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        done(error, [])
        return
      }
      const [first] = found
      const isSafe = first !== undefined && found.every(({ address }) => isPublicAddress(address))
      if (!isSafe) done(privateHostError(hostname), [])
      else if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
  }
}

function privateHostError(host: string) {
  return failure('INVALID_INPUT', 'web-private', { host })
}
