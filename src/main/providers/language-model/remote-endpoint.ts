import { failure } from '../../../shared/failures/failure'
import { apiAddress } from '../../../shared/models/api-address'
import type { Clock } from '../../base/clock'
import { peerOf } from '../http/peer'
import { RefusalMemory } from './lesser-request'
import type { ModelEndpoint } from './run-model'

/** A provider's address and key, as every family receives them. */
export interface RemoteEndpointOptions {
  id: string
  name: string
  /** The URL up to and including the version, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to start; 0, the default, means no limit. */
  headersTimeoutMs?: number
  /** Called for things in an answer that were not understood and were skipped. */
  onSkipped?: (what: string) => void
  /** Earlier refusals of servers. By default, each provider remembers its own. */
  refusals?: RefusalMemory
}

/** The options of a provider that remembers refusals. */
export function remembering<Options extends RemoteEndpointOptions>(options: Options) {
  return { ...options, refusals: options.refusals ?? new RefusalMemory(options.clock) }
}

/** The endpoint for these options. @throws INVALID_INPUT `baseUrl` is not a valid URL, or has a query */
export function remoteEndpoint(
  options: ReturnType<typeof remembering<RemoteEndpointOptions>>,
): ModelEndpoint {
  const { id, name, baseUrl, apiKey, clock, headersTimeoutMs = 0, onSkipped = () => {}, refusals } = options
  const peer = peerOf(name, baseUrl, apiKey)
  const address = apiAddress(baseUrl)
  if (address === null)
    throw failure('INVALID_INPUT', 'address-unusable', { field: 'baseUrl', providerName: name })
  return {
    providerId: id,
    peer,
    baseUrl: address,
    apiKey: apiKey === '' ? null : apiKey,
    clock,
    headersTimeoutMs,
    onSkipped,
    refusals,
  }
}
