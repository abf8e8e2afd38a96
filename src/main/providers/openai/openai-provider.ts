import { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { RunRequest } from '../../base/run-source'
import { peerOf } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'
import { runModel } from '../language-model/run-model'
import { runWithProviderData } from '../language-model/run-with-provider-data'
import type { Provider } from '../provider'
import { responses } from './adapter'
import { listModels } from './list-models'

export interface OpenAiOptions {
  id: string
  name: string
  /** Up to and including the version, such as `https://api.openai.com/v1`. */
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to begin; 0, the default, is for ever. */
  headersTimeoutMs?: number
}

const withSummary = responses({ asksForSummary: true })
const withoutSummary = responses({ asksForSummary: false })

/**
 * OpenAI, by its Responses API.
 * With a `baseUrl` that is no address, whatever is asked of it fails with INVALID_INPUT.
 */
export function createOpenAiProvider(options: OpenAiOptions): Provider {
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
    kind: 'openai',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    async *run(request, context) {
      const run = hasCalls(request) ? runWithProviderData : runModel
      try {
        yield* run(withSummary, endpoint(), request, context)
      } catch (error) {
        if (!isSummaryRefused(error)) throw error
        // An organization that has not been verified may use the model, but not look at its thinking.
        yield* run(withoutSummary, endpoint(), request, context)
      }
    },
  }
}

/** Only with calls does sealed thinking go back, which may be refused. */
function hasCalls({ messages }: RunRequest): boolean {
  return messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'))
}

function isSummaryRefused(error: unknown): boolean {
  return error instanceof ParleyError && error.data?.['param'] === 'reasoning.summary'
}
