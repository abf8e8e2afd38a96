import { remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { runWithProviderData } from '../language-model/run-with-provider-data'
import type { Provider } from '../provider'
import { messages } from './anthropic-adapter'
import { listModels } from './anthropic-models'

/**
 * Anthropic's models, or others behind the same protocol.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createAnthropicProvider(options: RemoteEndpointOptions): Provider {
  const { id, name } = options
  return {
    id,
    kind: 'anthropic',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    run: (request, context) => runWithProviderData(messages, remoteEndpoint(options), request, context),
  }
}
