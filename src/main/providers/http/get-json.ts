import { failure } from '../../../shared/failures/failure'
import { parseForeignJson } from '../../../shared/json-depth'
import type { Clock } from '../../base/clock'
import { startGrantedDeadline } from '../../base/granted-time'
import { responseTimeoutError } from './network-error'
import { peerData, peerOf } from './peer'
import { readBounded } from './read-bounded'
import { createUpstreamFetch } from './upstream-fetch'

/** The limit for the answer to a probe. */
const probeBytes = 1024 * 1024

/**
 * Fetches a small JSON document. `timeoutMs` covers the whole request, not counting delays of main.
 * @throws ParleyError PROVIDER_* when there is no answer, or it is not JSON
 */
export async function getJson(
  url: string,
  options: { timeoutMs: number; clock: Clock; signal: AbortSignal },
): Promise<unknown> {
  const { timeoutMs, clock, signal } = options
  const peer = peerOf(url, url, null)
  const deadline = new AbortController()
  const cancelDeadline = startGrantedDeadline({
    clock,
    limitMs: timeoutMs,
    atMostMs: timeoutMs * 10,
    onOver: () => deadline.abort(responseTimeoutError(peer, timeoutMs)),
  })
  try {
    const response = await createUpstreamFetch({ peer, clock })(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, deadline.signal]),
    })
    const { text } = await readBounded(response, probeBytes)
    if (!response.ok) {
      const data = { ...peerData(peer), status: response.status }
      throw failure('PROVIDER_BAD_REQUEST', 'refused-without-reason', data)
    }
    return parseForeignJson(text)
  } finally {
    cancelDeadline()
  }
}
