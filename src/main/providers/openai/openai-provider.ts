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
 * OpenAI, by its Responses API.
 * With a `baseUrl` that is no address, whatever is asked of it fails with INVALID_INPUT.
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
        // An organization that has not been verified may use the model, but not look at its thinking.
        yield* run(withoutSummary, remoteEndpoint(options), request, context)
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
