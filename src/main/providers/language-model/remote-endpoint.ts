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
}

/** Where its requests go. @throws INVALID_INPUT `baseUrl` is no address */
export function remoteEndpoint(options: RemoteEndpointOptions): ModelEndpoint {
  const { name, baseUrl, apiKey, clock, headersTimeoutMs = 0 } = options
  return {
    peer: peerOf(name, baseUrl, apiKey),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey: apiKey === '' ? null : apiKey,
    clock,
    headersTimeoutMs,
  }
}
