import { failure } from '../../../shared/failures/failure'
import { apiAddress } from '../../../shared/models/api-address'
import type { Clock } from '../../base/clock'
import { peerOf } from '../http/peer'
import type { ModelEndpoint } from './run-model'

/** Where a provider is, and with which key, as every family is given it. */
export interface RemoteEndpointOptions {
  id: string
  name: string
  /** Up to and including the version, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to begin; 0, the default, is for ever. */
  headersTimeoutMs?: number
  /** Told of things in an answer that were not understood, and therefore left out. */
  onSkipped?: (what: string) => void
}

/** Where its requests go. @throws INVALID_INPUT `baseUrl` is no address, or has a query */
export function remoteEndpoint(options: RemoteEndpointOptions): ModelEndpoint {
  const { name, baseUrl, apiKey, clock, headersTimeoutMs = 0, onSkipped = () => {} } = options
  const peer = peerOf(name, baseUrl, apiKey)
  const address = apiAddress(baseUrl)
  if (address === null)
    throw failure('INVALID_INPUT', 'address-unusable', { field: 'baseUrl', providerName: name })
  return {
    peer,
    baseUrl: address,
    apiKey: apiKey === '' ? null : apiKey,
    clock,
    headersTimeoutMs,
    onSkipped,
  }
}
