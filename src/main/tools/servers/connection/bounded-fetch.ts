import type { FetchLike } from '@modelcontextprotocol/client'

import type { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { messageLimits } from './message-limits'
import { createServerFetch } from './server-fetch'
import { createSignInFetch, type SignInPlaces } from './sign-in-fetch'
import { sameResponse } from './readable-response'

const lineFeed = 10
const carriageReturn = 13

/**
 * A `fetch` for one server and its sign-in. It limits the size of an answer or of each event in a stream. Requests to the
 * server itself have the limits of their calls; other addresses are those of its sign-in. `headers`, which may be secret,
 * are only added to requests to the server's own origin.
 */
export function createBoundedFetch(
  places: SignInPlaces & {
    headers: Readonly<Record<string, string>>
    /** An answer was too large. The library may not tell those who wait for it. */
    onTooLarge?: (error: ParleyError) => void
  },
): FetchLike {
  const own = new URL(places.url)
  const onTooLarge = places.onTooLarge ?? (() => {})
  const fetchForSignIn = createSignInFetch(places)
  const fetchOwn = createServerFetch(places)
  return async (input, given = {}) => {
    const url = new URL(input)
    const init = url.origin === own.origin ? withHeaders(given, places.headers) : given
    const response = await (url.href === own.href ? fetchOwn(url, init) : fetchForSignIn(url, init))
    return bounded(response, onTooLarge)
  }
}

/** The request with these headers, unless it has its own of the same name. */
function withHeaders(init: RequestInit, added: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(added)
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  return { ...init, headers }
}

/** The response with a body that fails when it, or one event of it, is too large. */
function bounded(response: Response, onTooLarge: (error: ParleyError) => void): Response {
  if (response.body === null) return response
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
  return sameResponse(response, response.body.pipeThrough(limiter(isStream, onTooLarge)))
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

/** True if the range has nothing but carriage returns, which belong to the end of a line. */
function isEmptyLine(chunk: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (chunk[at] !== carriageReturn) return false
  return true
}
