import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import { Disposables } from '../../base/dispose'
import { unlessAborted } from '../../base/pause'
import { decodedBody } from './content-decoding'
import {
  type ConnectionPhase,
  responseTimeoutError,
  unreachableError,
  unusableProxyError,
} from './network-error'
import { watchNetwork } from './network-watch'
import { type Peer, peerData } from './peer'
import { proxyFor } from './proxy'
import { streamBody, type StreamBodyOptions } from './stream-body'
import { followsSystemProxies, systemWays, tryLast, type Ways } from './system-proxy'
import { type ProxyAgent, proxyAgent } from './tunnel'
import { watchConnection } from './upstream-connection'

/** How long a connection may take to be established, TLS included: a machine that is off does not even refuse. */
const connectTimeoutMs = 15_000

/** How long one address of a host is tried before the next: for a server on another continent, Node's 250 ms are short. */
const forSocket = { autoSelectFamilyAttemptTimeout: 1_500 }

/**
 * When the system asks a silent peer whether it is still there: after 30 s, then every 10 s. A peer that does not answer
 * six times is gone, 90 s after its last sign of life. A peer that is only slow answers, so an answer may take any time.
 */
const keepAlive = { enable: true, initialDelay: 30_000, interval: 10_000, count: 6 }

export interface UpstreamFetchOptions {
  peer: Peer
  clock: Clock
  /** A connection is being established. */
  onOpened?: () => void
  /** The connection is closed on both sides. Follows every `onOpened`, once. */
  onClosed?: () => void
  /** The peer has sent something, if only to show that it is still working. */
  onAlive?: () => void
  /** The peer, or the system, has taken a part of a long body. */
  onSent?: () => void
  /** How long the answer may take to start; 0, the default, means no limit. */
  headersTimeoutMs?: number
  /**
   * When given, a connection that is lost in mid-answer ends the body after the data that arrived, and is reported
   * here.
   */
  onLost?: (error: ParleyError) => void
  /**
   * Resolves the host's name. A ParleyError that it reports is thrown as it is, also if the request goes through a
   * proxy, which resolves the name itself.
   */
  lookup?: LookupFunction
  /** Answers with redirects instead of refusing them. */
  returnsRedirects?: boolean
  /** Default: that of the process. May name a proxy; otherwise, the system's settings apply. */
  environment?: NodeJS.ProcessEnv
}

/** The request that an answer's body belongs to. */
interface Answering extends UpstreamFetchOptions, Pick<StreamBodyOptions, 'socketError'> {
  signal: AbortSignal
  isTls: boolean
  /** The proxy that the request goes through. */
  proxy: URL | null
  /** To the proxy. */
  tunnel: ProxyAgent | null
}

/**
 * Creates a `fetch` whose cancellation can be proved: it opens a new connection for each call, half-closes it on abort,
 * and reports it as closed when the peer has closed it too. The body fails immediately with the signal's reason. It
 * follows no redirects, has no timeouts except for connecting and for the headers, notices a dead connection within two
 * minutes, uses the proxy that the environment or the system names, and accepts strings and blobs as bodies.
 * The call rejects with ParleyError PROVIDER_UNREACHABLE when no answer began and PROVIDER_BAD_REQUEST on a redirect; the
 * stream fails with PROVIDER_PROTOCOL when the connection is lost in mid-answer, unless `onLost` handles that.
 * @see docs/decisions/2026-11-28-connections.md
 */
export function createUpstreamFetch(options: UpstreamFetchOptions): typeof globalThis.fetch {
  const { clock } = options
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const signal = init.signal ?? new AbortController().signal
    const body = init.body ?? ''
    if (typeof body !== 'string' && !(body instanceof Blob))
      throw new TypeError('the body of an upstream request must be a string or a blob')
    const isTls = url.protocol === 'https:'
    const named = waysTo(url, options, signal)
    // Without a question to the system, the request begins at once.
    const ways = named instanceof Promise ? await named : named
    const attempt = async (proxy: URL | null) => {
      if (proxy !== null && options.lookup !== undefined) {
        const checked = withDeadline(assertAllowed(url, options.lookup), { clock, limitMs: lookupMs })
        await unlessAborted<unknown>(checked, signal, () => {})
      }
      signal.throwIfAborted()
      const tunnel = proxy === null ? null : proxyAgent(proxy, isTls)
      const request = (isTls ? requestHttps : requestHttp)(url, {
        method: init.method ?? 'GET',
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          ...(body === ''
            ? {}
            : { 'content-length': body instanceof Blob ? body.size : Buffer.byteLength(body) }),
        },
        agent: tunnel?.agent ?? false,
        ...forSocket,
        ...(options.lookup === undefined || tunnel !== null ? {} : { lookup: options.lookup }),
      })
      request.setNoDelay(true)
      options.onOpened?.()
      return receive(request, body, { ...options, signal, isTls, proxy, tunnel })
    }
    const failed: (URL | null)[] = []
    for (;;) {
      const way = ways[failed.length] ?? null
      try {
        const response = await trusting(() => attempt(way))
        tryLast(failed, clock)
        return response
      } catch (error) {
        failed.push(way)
        if (failed.length >= ways.length || !mayTakeNextWay(error)) throw error
      }
    }
  }
}

/** Reasons for which nothing was sent, so that the request can take another way. */
const nextWayReasons: ReadonlySet<string> = new Set([
  'proxy-unreachable',
  'name-not-found',
  'no-connection',
  'no-route',
  'nothing-there',
])

function mayTakeNextWay(error: unknown): boolean {
  return error instanceof ParleyError && nextWayReasons.has(String(error.data?.['reason']))
}

/** How the environment or the system has this address reached. @throws PROVIDER_UNREACHABLE only by unusable proxies */
function waysTo(url: URL, options: UpstreamFetchOptions, signal: AbortSignal): Ways | Promise<Ways> {
  const { clock, peer, environment = process.env } = options
  const named = proxyFor(url, environment)
  if (named === 'direct' || (named === 'system' && !followsSystemProxies())) return [null]
  if (named === 'system') return systemWays(url, { peer, clock, signal })
  if (named.url === null) throw unusableProxyError(peer, named.variable)
  return [named.url]
}

/** How long a name may take to resolve before the proxy gets it. */
const lookupMs = 5_000

/**
 * Refuses a host before a proxy gets its name, which the proxy will resolve again. A name that only the proxy can
 * resolve is left to it.
 * @throws the ParleyError that `lookup` reports
 */
function assertAllowed({ hostname }: URL, lookup: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(hostname.replaceAll(/[[\]]/g, ''), { all: true }, (error) => {
      if (error instanceof ParleyError) reject(error)
      else resolve()
    })
  })
}

/** The result of `attempt`, which is repeated with the certificates of the system if Node trusts too few. */
async function trusting(attempt: () => Promise<Response>): Promise<Response> {
  const trustedAll = trustsSystemCertificates()
  try {
    return await attempt()
  } catch (error) {
    const isUntrusted = error instanceof ParleyError && error.data?.['reason'] === 'certificate-unknown'
    // Others may have added the system's certificates while this attempt failed.
    if (!isUntrusted || trustedAll || !trustSystemCertificates()) throw error
    return attempt()
  }
}

function receive(request: ClientRequest, body: string | Blob, options: Answering): Promise<Response> {
  const { peer, clock, signal, proxy, headersTimeoutMs = 0 } = options
  let isAnswered = false
  const alive = () => {
    isAnswered = true
    options.onAlive?.()
  }
  const connection = watchConnection(request, clock, {
    onClosed: () => options.onClosed?.(),
    abandon: () => options.tunnel?.abandon(),
  })
  return new Promise((resolve, reject) => {
    const timers = new Disposables()
    const settle = () => {
      timers.dispose()
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown) => {
      settle()
      connection.release()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const onAbort = () => fail(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    let phase: ConnectionPhase = 'connecting'
    const startsWithTls = options.isTls || proxy?.protocol === 'https:'
    const state = () => ({ isSent: request.writableFinished, phase, proxy })
    const giveUpAfter = (timeoutMs: number) =>
      clock.after(timeoutMs, () => fail(responseTimeoutError(peer, timeoutMs, state())))
    if (headersTimeoutMs > 0) timers.add(giveUpAfter(headersTimeoutMs))
    const cancelConnecting = giveUpAfter(connectTimeoutMs)
    timers.add(cancelConnecting)
    let socketError: Error | null = null
    request.once('socket', (socket) => {
      socket.once('error', (error: Error) => {
        socketError = error
      })
      const open = () => {
        phase = 'open'
        cancelConnecting()
        const endWatch = watchNetwork(socket, {
          clock,
          isAnswered: () => isAnswered,
          // Reported by the request or, after the headers, by the body.
          onDead: (error) => socket.destroy(error),
        })
        socket.once('close', endWatch)
      }
      const connected = () => {
        socket.setKeepAlive(keepAlive)
        if (!startsWithTls) open()
        else if (phase === 'connecting' && proxy === null) phase = 'handshake'
      }
      if (socket.connecting) socket.once('connect', connected)
      else connected()
      // A tunnel through a proxy is complete before the request gets it.
      if (options.isTls && proxy !== null) open()
      else if (startsWithTls) socket.once('secureConnect', open)
    })

    // Stays for the request's lifetime: a reset may come at any time, and the body reports its own errors.
    request.on('error', (error) =>
      fail(error instanceof ParleyError ? error : unreachableError(peer, error, state())),
    )
    // A connection may end without an answer or an error, as after an upgrade.
    request.once('close', () => {
      settle()
      reject(unreachableError(peer, null, state()))
    })
    // Such as `102 Processing`.
    request.on('information', alive)
    request.once('response', (incoming) => {
      settle()
      alive()
      try {
        resolve(
          answer(incoming, () => connection.release(), {
            ...options,
            onAlive: alive,
            socketError: () => socketError,
          }),
        )
      } catch (error) {
        fail(error)
      }
    })
    if (typeof body === 'string') request.end(body)
    else {
      request.on('drain', () => options.onSent?.())
      const parts = Readable.fromWeb(body.stream())
      parts.on('error', (error) => request.destroy(error))
      parts.pipe(request)
    }
  })
}

function answer(incoming: IncomingMessage, release: () => void, options: Answering): Response {
  const { peer, returnsRedirects = false } = options
  const status = incoming.statusCode ?? 0
  incoming.on('error', () => {
    // Nobody reads answers that are rejected below; the others report errors through their stream.
  })
  if (status >= 300 && status < 400 && !returnsRedirects) throw redirectError(peer, incoming.headers.location)
  if (status < 200 || status > 599) {
    throw failure('PROVIDER_PROTOCOL', 'status-unknown', { ...peerData(peer), status })
  }
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const body = streamBody(decodedBody(incoming, peer), release, options)
  const hasBody = status !== 204 && status !== 205 && status !== 304
  if (!hasBody) release()
  return new Response(hasBody ? body : null, {
    status,
    statusText: incoming.statusMessage ?? '',
    headers,
  })
}

function redirectError(peer: Peer, location: string | undefined): ParleyError {
  // Never the path: it may repeat what was sent.
  const target = URL.parse(location ?? '')?.origin.slice(0, 200)
  return target === undefined
    ? failure('PROVIDER_BAD_REQUEST', 'redirect-unknown', peerData(peer))
    : failure('PROVIDER_BAD_REQUEST', 'redirect', { ...peerData(peer), target })
}

let system: 'unread' | 'added' | 'nothing-new' = 'unread'

/** True if new TLS connections trust the certificates that `trustSystemCertificates` adds. */
function trustsSystemCertificates(): boolean {
  return system === 'added'
}

/**
 * Makes TLS connections trust what this computer trusts, in addition to Node's own list and NODE_EXTRA_CA_CERTS: in a
 * company, the certificates of a proxy that inspects connections are there. Only on demand, because reading them takes
 * 0.1 s and few need them. Returns whether connections now trust more than Node's list.
 */
function trustSystemCertificates(): boolean {
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
