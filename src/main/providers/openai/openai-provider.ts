import { ParleyError } from '../../../shared/errors'
import type { RunRequest } from '../../run-source/run-source'
import { remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { runModel } from '../language-model/run-model'
import { runWithProviderData } from '../language-model/run-with-provider-data'
import type { Provider } from '../provider'
import { responses } from './openai-adapter'
import { listModels } from './openai-models'

const withSummary = responses({ asksForSummary: true })
const withoutSummary = responses({ asksForSummary: false })

/**
 * OpenAI, through its Responses API.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createOpenAiProvider(options: RemoteEndpointOptions): Provider {
  const { id, name } = options
  return {
    id,
    kind: 'openai',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    async *run(request, context) {
      const run = hasCalls(request) ? runWithProviderData : runModel
      try {
        yield* run(withSummary, remoteEndpoint(options), request, context)
      } catch (error) {
        if (!isSummaryRefused(error)) throw error
        // An organisation that is not verified may use the model, but may not see its reasoning.
        yield* run(withoutSummary, remoteEndpoint(options), request, context)
      }
    },
  }
}

/** Encrypted reasoning, which may be rejected, is sent back only with calls. */
function hasCalls({ messages }: RunRequest): boolean {
  return messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'))
}

function isSummaryRefused(error: unknown): boolean {
  return error instanceof ParleyError && error.data?.['param'] === 'reasoning.summary'
}
