import type { Clock } from '../../base/clock'
import { peerOf } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'
import { runWithProviderData } from '../language-model/run-with-provider-data'
import type { Provider } from '../provider'
import { messages } from './adapter'
import { listModels } from './list-models'

export interface AnthropicOptions {
  id: string
  name: string
  /** Up to and including the version, such as `https://api.anthropic.com/v1`. */
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to begin; 0, the default, is for ever. */
  headersTimeoutMs?: number
}

/**
 * Anthropic's models, or others behind the same protocol.
 * With a `baseUrl` that is no address, whatever is asked of it fails with INVALID_INPUT.
 */
export function createAnthropicProvider(options: AnthropicOptions): Provider {
  const { id, name, apiKey, clock, headersTimeoutMs = 0 } = options
  const endpoint = (): ModelEndpoint => ({
    peer: peerOf(name, options.baseUrl, apiKey),
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: apiKey === '' ? null : apiKey,
    clock,
    headersTimeoutMs,
  })
  return {
    id,
    kind: 'anthropic',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    async *run(request, context) {
      yield* runWithProviderData(messages, endpoint(), request, context)
    },
  }
}
