import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import { Disposables } from '../../base/dispose'
import { decodedBody } from './content-decoding'
import { noAnswerError, unreachableError } from './network-error'
import { type Peer, peerData } from './peer'
import { streamBody } from './stream-body'
import { watchConnection } from './upstream-connection'

/** How long a connection may take to come up: a machine that is off does not even refuse. */
const connectTimeoutMs = 15_000

export interface UpstreamFetchOptions {
  peer: Peer
  clock: Clock
  /** A connection is being made. */
  onOpened?: () => void
  /** That connection is really gone: closed on both sides. Follows every `onOpened`, once. */
  onClosed?: () => void
  /** How long the answer may take to begin; 0, the default, is for ever. */
  headersTimeoutMs?: number
  /** When given, a connection lost in mid-answer ends the body after what came, and is told here. */
  onLost?: (error: ParleyError) => void
}

/** What the body of one answer needs to know of its request. */
interface Answering extends UpstreamFetchOptions {
  signal: AbortSignal | null
}

/**
 * Makes a `fetch` whose cancellation can be proved: one fresh connection per call, which is half-closed on abort
 * and reported as closed when the peer closed it too. The answer's stream fails at once with the signal's reason.
 * It follows no redirect, has no time-outs but those for connecting and for the headers, and takes string bodies
 * only.
 *
 * It rejects with ParleyError PROVIDER_UNREACHABLE when no answer began and PROVIDER_BAD_REQUEST on a redirect;
 * the stream fails with PROVIDER_PROTOCOL when the connection is lost in the middle, unless `onLost` takes that.
 */
export function createUpstreamFetch(options: UpstreamFetchOptions): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const signal = init.signal ?? null
    signal?.throwIfAborted()
    const body = init.body ?? ''
    if (typeof body !== 'string') throw new TypeError('an upstream request takes a string as its body')

    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: init.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      agent: false,
    })
    request.setNoDelay(true)
    options.onOpened?.()
    const answering = { ...options, signal }
    return receive(request, body, answering)
  }
}

function receive(request: ClientRequest, body: string, options: Answering): Promise<Response> {
  const { peer, clock, signal, headersTimeoutMs = 0 } = options
  const connection = watchConnection(request, clock, () => options.onClosed?.())
  return new Promise((resolve, reject) => {
    const timers = new Disposables()
    const settle = () => {
      timers.dispose()
      signal?.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown) => {
      settle()
      connection.release()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const onAbort = () => fail(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const giveUpAfter = (timeoutMs: number) =>
      clock.after(timeoutMs, () => fail(noAnswerError(peer, timeoutMs)))
    if (headersTimeoutMs > 0) timers.add(giveUpAfter(headersTimeoutMs))
    const cancelConnecting = giveUpAfter(connectTimeoutMs)
    timers.add(cancelConnecting)
    request.once('socket', (socket) => socket.once('connect', cancelConnecting))

    // Stays for the request's whole life: a reset may come at any time, and the body hears of it by itself.
    request.on('error', (error) => fail(unreachableError(peer, error)))
    // The last resort: a connection may end without an answer and without an error, as after an upgrade.
    request.once('close', () => {
      settle()
      reject(unreachableError(peer, null))
    })
    request.once('response', (incoming) => {
      settle()
      try {
        resolve(answer(incoming, () => connection.release(), options))
      } catch (error) {
        fail(error)
      }
    })
    request.end(body)
  })
}

function answer(incoming: IncomingMessage, release: () => void, options: Answering): Response {
  const { peer } = options
  const status = incoming.statusCode ?? 0
  incoming.on('error', () => {
    // Answers that are refused below are read by nobody; the others hear of it through their stream.
  })
  if (status >= 300 && status < 400) throw redirectError(peer, incoming.headers.location)
  if (status < 200 || status > 599) {
    throw failure('PROVIDER_PROTOCOL', 'status-unknown', { ...peerData(peer), status })
  }
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const body = streamBody(decodedBody(incoming, peer), release, options)
  const hasBody = status !== 204 && status !== 205
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
