import type { Clock } from '../../base/clock'
import { timedOut, withDeadline } from '../../base/deadline'
import type { Dispose } from '../../base/dispose'
import { unlessAborted } from '../../base/pause'
import { unusableProxyError } from './network-error'
import type { Peer } from './peer'

/** The proxies to try, in order; null is a direct connection. */
export type Ways = readonly (URL | null)[]

/** Asks the system for the way to a URL. The answer is that of a PAC script, such as `PROXY a:1; DIRECT`. */
type AskSystem = (url: string) => Promise<string>

/** How long the system may take: a PAC script may have to be found and loaded first. */
const answerWithinMs = 5_000
/** How long it may take while another question has had no answer in that time. */
const hangingWithinMs = 250
/** How long a way is tried last after it failed and another one led to an answer. */
const triedLastMs = 5 * 60_000

let ask: AskSystem | null = null
let isHanging = false
/** Until when ways are tried last. */
const triedLastUntil = new Map<string, number>()

/** Makes requests use the proxies of the system, as browsers do. Applies to the whole process, like its environment. */
export function followSystemProxies(askSystem: AskSystem): Dispose {
  ask = askSystem
  isHanging = false
  triedLastUntil.clear()
  return () => {
    if (ask === askSystem) ask = null
  }
}

/** The system's answer for an address, for requests in another thread; null if the host has no such settings. */
export async function systemAnswer({ origin }: URL, clock: Clock): Promise<string | null> {
  if (ask === null) return null
  const asked = ask(`${origin}/`).catch(() => '')
  const answer = await withDeadline(asked, { clock, limitMs: answerWithinMs })
  return answer === timedOut ? '' : answer
}

/** True if the host has such settings. */
export function followsSystemProxies(): boolean {
  return ask !== null
}

/**
 * The ways that the system's settings or its PAC script name for this address: asked for each request, because networks
 * change. A direct connection if the system does not answer in time.
 * @throws the reason of `signal`; PROVIDER_UNREACHABLE it names only proxies that Parley cannot use
 */
export async function systemWays(
  { origin }: URL,
  { peer, clock, signal }: { peer: Peer; clock: Clock; signal: AbortSignal },
): Promise<Ways> {
  // Never the path, which may be secret.
  const asked = ask?.(`${origin}/`).catch(() => '') ?? Promise.resolve('')
  const inTime = withDeadline(asked, { clock, limitMs: isHanging ? hangingWithinMs : answerWithinMs })
  const answer = await unlessAborted(inTime, signal, () => {
    throw signal.reason
  })
  if (answer === timedOut) {
    isHanging = true
    void asked.finally(() => {
      isHanging = false
    })
    return [null]
  }
  const ways = waysIn(answer)
  if (ways.length === 0) throw unusableProxyError(peer, answer.trim().slice(0, 100))
  const now = clock.monotonic()
  const isLast = (way: URL | null) => Number((triedLastUntil.get(String(way)) ?? 0) > now)
  return ways.toSorted((one, other) => isLast(one) - isLast(other))
}

/** Other ways led to an answer after these had failed. */
export function tryLast(failed: Ways, clock: Clock): void {
  for (const way of failed) triedLastUntil.set(String(way), clock.monotonic() + triedLastMs)
}

const schemes: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  // Servers that know only version 4 have become rare.
  ['SOCKS', 'socks5'],
  ['SOCKS5', 'socks5'],
])

/** The usable ways of an answer. */
function waysIn(answer: string): (URL | null)[] {
  const entries = answer.split(';').filter((entry) => entry.trim() !== '')
  if (entries.length === 0) return [null]
  return entries.flatMap((entry) => {
    const [type = '', address = ''] = entry.trim().split(/\s+/)
    if (type.toUpperCase() === 'DIRECT') return [null]
    const scheme = schemes.get(type.toUpperCase())
    return scheme === undefined ? [] : (URL.parse(`${scheme}://${address}`) ?? [])
  })
}
