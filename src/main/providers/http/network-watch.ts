import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

import type { Clock } from '../../base/clock'
import { isLoopback } from './peer'

/** How often an open connection is looked at. */
const intervalMs = 10_000
/** A look that comes this much too late, by the time of day: the computer slept, or Parley was suspended. */
const sleepMs = 20_000
/** How often in a row the address of this computer must be missing: a network that reconnects gets it back soon. */
const mostMisses = 3
/** How long a request without an answer may wait after a sleep: nothing else shows whether it arrived. */
const answerAfterSleepMs = 60_000

/** The connection that is watched. */
export interface WatchedConnection {
  clock: Clock
  /** True if any part of an answer has arrived. */
  isAnswered: () => boolean
  /** Called at most once: the connection is dead, although the system does not say so. */
  onDead: (error: NodeJS.ErrnoException) => void
  /** The addresses of this computer; replaced in tests. */
  ownAddresses?: () => ReadonlySet<string>
}

/**
 * Notices two kinds of dead connections that keep-alive probes do not: one whose address this computer no longer has, as
 * after a change of network or VPN, and a request that was on its way while the computer slept. Connections within this
 * machine survive both. Returns what ends the watch.
 */
export function watchNetwork(
  socket: Pick<Socket, 'localAddress' | 'remoteAddress'>,
  { clock, isAnswered, onDead, ownAddresses = systemAddresses }: WatchedConnection,
): () => void {
  const { localAddress, remoteAddress } = socket
  if (localAddress === undefined || remoteAddress === undefined || isOwn(remoteAddress)) return () => {}
  let lookedAt = clock.now()
  let misses = 0
  let answerDueAt: number | null = null
  let cancel = clock.after(intervalMs, look)
  return () => cancel()

  function look(): void {
    const now = clock.now()
    if (now - lookedAt > intervalMs + sleepMs) answerDueAt ??= now + answerAfterSleepMs
    lookedAt = now
    misses = ownAddresses().has(plain(localAddress ?? '')) ? 0 : misses + 1
    const isUnanswered = answerDueAt !== null && now >= answerDueAt && !isAnswered()
    if (misses < mostMisses && !isUnanswered) cancel = clock.after(intervalMs, look)
    else onDead(Object.assign(new Error('the connection is dead'), { code: 'ETIMEDOUT' }))
  }
}

function isOwn(address: string): boolean {
  const host = plain(address)
  return isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`)
}

/** Without the notation for IPv4 in IPv6, and without a zone. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

function systemAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return new Set(all.map(({ address }) => plain(address)))
}
