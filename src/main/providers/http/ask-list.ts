import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { parseForeignJson } from '../../../shared/json-depth'
import type { Clock } from '../../base/clock'
import { type Peer, peerData } from './peer'
import { failureOf } from './provider-failure'
import { readBounded } from './read-bounded'
import { createUpstreamFetch } from './upstream-fetch'

/** The largest list that is read; the longest known one has about half a megabyte. */
const listBytes = 8 * 1024 * 1024
/** How long a provider may take to begin its list. */
const listTimeoutMs = 5_000

/**
 * What a provider answers to a request for a list, as parsed JSON; null when it is none.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, …
 */
export async function askForList(
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
    return null // A page or a cut list; the reader of the list refuses it.
  }
}

/** An answer that is no list of models; `ending` is how the right address usually ends. */
export function noListError(peer: Peer, ending: string): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'no-list', { ...peerData(peer), ending })
}
