import type { Clock } from '../../base/clock'
import { peerOf } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'
import { runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import { gemini } from './adapter'
import { listModels } from './list-models'

export interface GoogleOptions {
  id: string
  name: string
  /** Up to and including the version, such as `https://generativelanguage.googleapis.com/v1beta`. */
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to begin; 0, the default, is for ever. */
  headersTimeoutMs?: number
}

/**
 * Google's Gemini models, by the Gemini API and a key.
 * With a `baseUrl` that is no address, whatever is asked of it fails with INVALID_INPUT.
 */
export function createGoogleProvider(options: GoogleOptions): Provider {
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
    kind: 'google',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    async *run(request, context) {
      yield* runModel(gemini, endpoint(), request, context)
    },
  }
}
