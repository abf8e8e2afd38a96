import type { FetchLike } from '@modelcontextprotocol/client'

import type { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { isLocalAddress } from '../../../../shared/models/local-address'
import type { Clock } from '../../../base/clock'
import { messageLimits } from './message-limits'

const lineFeed = 10
const carriageReturn = 13

/** How long a sign-in's addresses have to answer. The server's own requests have the limits of their calls. */
const signInTimeoutMs = 30_000

/**
 * A `fetch` for one server and its sign-in. It limits the size of an answer or of each event in a stream, and asks no
 * address in the local network on behalf of a server outside it.
 */
export function createBoundedFetch(options: {
  server: string
  url: string
  clock: Clock
  /** An answer was too large. The library may not tell those who wait for it. */
  onTooLarge?: (error: ParleyError) => void
}): FetchLike {
  const { href: ownAddress, host: ownHost } = new URL(options.url)
  const onTooLarge = options.onTooLarge ?? (() => {})
  const isOwnLocal = isLocalAddress(ownHost)
  return async (input, init = {}) => {
    const url = new URL(input)
    if (!isOwnLocal && url.host !== ownHost && isLocalAddress(url.host)) {
      throw serverFailure('redirected', { server: options.server, target: url.host })
    }
    if (url.href === ownAddress) return bounded(await fetch(url, { ...init, redirect: 'manual' }), onTooLarge)
    const timeout = new AbortController()
    const cancel = options.clock.after(signInTimeoutMs, () =>
      timeout.abort(serverFailure('sign-in-time', { server: options.server })),
    )
    const signal = init.signal == null ? timeout.signal : AbortSignal.any([init.signal, timeout.signal])
    try {
      return bounded(await fetch(url, { ...init, signal, redirect: 'manual' }), onTooLarge)
    } finally {
      cancel()
    }
  }
}

/** The response with a body that fails when it, or one event of it, is too large. */
function bounded(response: Response, onTooLarge: (error: ParleyError) => void): Response {
  if (response.body === null) return response
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
  const body = response.body.pipeThrough(limiter(isStream, onTooLarge))
  const { status, statusText, headers } = response
  // The limited body has its own length.
  const kept = new Headers(headers)
  kept.delete('content-length')
  kept.delete('content-encoding')
  const limited = new Response(body, { status, statusText, headers: kept })
  // The library compares it with the address that it asked.
  Object.defineProperty(limited, 'url', { value: response.url })
  return limited
}

/** Counts bytes: of the whole body, or since the last empty line, which ends an event. */
function limiter(
  isStream: boolean,
  onTooLarge: (error: ParleyError) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let sizeBytes = 0
  let isLineEmpty = false
  return new TransformStream({
    transform(chunk, controller) {
      if (isStream) {
        let lineStart = 0
        for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, lineStart)) {
          if (isLineEmpty && isEmptyLine(chunk, lineStart, at)) sizeBytes = 0
          isLineEmpty = true
          lineStart = at + 1
        }
        isLineEmpty &&= isEmptyLine(chunk, lineStart, chunk.length)
      }
      sizeBytes += chunk.length
      if (sizeBytes > messageLimits.bytes) {
        const error = serverFailure('too-large', { megabytes: messageLimits.bytes / 1_000_000 })
        onTooLarge(error)
        controller.error(error)
        return
      }
      controller.enqueue(chunk)
    },
  })
}

/** Whether nothing is there but carriage returns, which belong to the end of a line. */
function isEmptyLine(chunk: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (chunk[at] !== carriageReturn) return false
  return true
}
