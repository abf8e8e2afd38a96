import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { parseForeignJson } from '../../../shared/json-depth'
import { isRecord } from '../../../shared/record'
import type { Clock } from '../../base/clock'
import { type Peer, peerData, peerOf } from './peer'
import { failureOf } from './provider-failure'
import { readBounded } from './read-bounded'
import { createUpstreamFetch } from './upstream-fetch'
import { startGrantedDeadline } from '../../base/granted-time'
import { responseTimeoutError } from './network-error'

/** The limit for a list; the longest known one has about half a megabyte. */
const listBytes = 8 * 1024 * 1024
/** How long a provider may take to start its list. */
const listTimeoutMs = 5_000

/**
 * A provider's answer to a list request, as parsed JSON; null when it is not JSON.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, …
 */
export async function fetchModelList(
  url: string,
  options: { peer: Peer; clock: Clock; headers: Record<string, string>; signal: AbortSignal },
): Promise<unknown> {
  const { peer, clock, headers, signal } = options
  const upstreamFetch = createUpstreamFetch({ peer, clock, headersTimeoutMs: listTimeoutMs })
  const response = await upstreamFetch(url, { headers: { accept: 'application/json', ...headers }, signal })
  if (!response.ok) throw await failureOf(response, peer, clock)
  const { text } = await readBounded(response, listBytes)
  try {
    return parseForeignJson(text)
  } catch {
    return null // A web page or a truncated list, which the caller rejects.
  }
}

/** The error for an answer that is not a list of models; `ending` is the usual end of the right address. */
export function notAListError(peer: Peer, ending: string): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'no-list', { ...peerData(peer), ending })
}

/**
 * Asserts that a list with entries has models that can be asked for by the name in `field`. Single entries may lack it.
 * @throws ParleyError PROVIDER_PROTOCOL no entry has it, such as in a list of strings
 */
export function assertNamed(entries: readonly unknown[], field: 'id' | 'name', peer: Peer): void {
  const isNamed = (entry: unknown) =>
    isRecord(entry) && typeof entry[field] === 'string' && entry[field] !== ''
  if (entries.length === 0 || entries.some(isNamed)) return
  throw failure('PROVIDER_PROTOCOL', 'no-model-ids', { ...peerData(peer), field })
}

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
