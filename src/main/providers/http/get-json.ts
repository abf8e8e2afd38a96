import { ParleyError } from '../../../shared/errors'
import { parseForeignJson } from '../../../shared/json-depth'
import type { Clock } from '../../base/clock'
import { readBounded } from './read-bounded'
import { peerOf } from './peer'
import { createUpstreamFetch } from './upstream-fetch'

/** The largest answer of a probe that is read. */
const probeBytes = 1024 * 1024

/**
 * What a small JSON address answers, the whole of it within `timeoutMs`.
 * @throws ParleyError PROVIDER_* when it does not, or not with JSON
 */
export async function getJson(
  url: string,
  options: { timeoutMs: number; clock: Clock; signal: AbortSignal },
): Promise<unknown> {
  const { timeoutMs, clock, signal } = options
  const peer = peerOf('The server', url, null)
  const deadline = new AbortController()
  const cancelTimer = clock.after(timeoutMs, () => {
    deadline.abort(new ParleyError('PROVIDER_UNREACHABLE', `${peer.address} did not answer in time.`))
  })
  try {
    const response = await createUpstreamFetch({ peer, clock })(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, deadline.signal]),
    })
    const { text } = await readBounded(response, probeBytes)
    if (!response.ok) throw new ParleyError('PROVIDER_BAD_REQUEST', `${peer.address} has no such page.`)
    return parseForeignJson(text)
  } finally {
    cancelTimer()
  }
}
