import type { LookupFunction } from 'node:net'

import type { Clock } from '../../../base/clock'
import { peerOf } from '../../../providers/http/peer'
import { networkRefusalIn } from '../../../providers/http/provider-failure'
import { createUpstreamFetch } from '../../../providers/http/upstream-fetch'
import { sameResponse } from './readable-response'

/**
 * A `fetch` over the connections of providers, so that only the limits of calls end one that is silent, and a dead one is
 * noticed. Redirects are returned. What the network on the way answers in place of the server is an error, and so is a
 * failed connection: PROVIDER_UNREACHABLE or PROVIDER_PROTOCOL as the cause of the TypeError that the library expects.
 */
export function createServerFetch({
  clock,
  lookup,
}: {
  clock: Clock
  lookup?: LookupFunction
}): (url: URL, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const { body } = init
    const peer = peerOf(url.host, url.href, null)
    const upstreamFetch = createUpstreamFetch({
      peer,
      clock,
      returnsRedirects: true,
      ...(lookup === undefined ? {} : { lookup }),
    })
    try {
      const response = await upstreamFetch(url, {
        ...init,
        ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      })
      // The library compares it with the address that it asked.
      Object.defineProperty(response, 'url', { value: url.href })
      const { failure, text } = await networkRefusalIn(response, peer, clock)
      if (failure !== null) throw failure
      return text === null ? response : sameResponse(response, text)
    } catch (error) {
      init.signal?.throwIfAborted()
      throw error instanceof Error ? new TypeError(error.message, { cause: error }) : error
    }
  }
}
