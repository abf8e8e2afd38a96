import { remembering, remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { Provider } from '../provider'
import { AnthropicBatches } from '../batches/anthropic-batches'
import { offersBatches } from '../batches/maker-batches'
import { headersWith, listModels, traitsOf } from './anthropic-models'
import type { ModelProtocol } from '../language-model/model-protocol'
import { runModel } from '../language-model/run-model'
import { MessageReader } from './message-reader'
import { messageRequest } from './message-request'

/** Anthropic's Messages API. */
export const messages: ModelProtocol = {
  writeRequest: (question, { apiKey }) => ({
    path: '/messages',
    headers: headersWith(apiKey),
    body: { ...messageRequest(question) },
  }),
  createReader: (writer) => new MessageReader(writer),
  providerDataKey: 'anthropic',
  mayRefuseItsData: () => true,
  resultImages: 'inside',
  hasThinkTags: false,
}

/**
 * Anthropic's models, or others behind the same protocol.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createAnthropicProvider(given: RemoteEndpointOptions): Provider {
  const options = remembering(given)
  const { id, name, baseUrl } = options
  const endpoint = () => remoteEndpoint(options)
  return {
    id,
    kind: 'anthropic',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    takesPrefill: (modelId) => traitsOf(modelId).takesPrefill,
    run: (request, context) => runModel(messages, endpoint(), request, context),
    ...(offersBatches(baseUrl, 'api.anthropic.com')
      ? { batches: new AnthropicBatches(messages, endpoint, ({ apiKey }) => headersWith(apiKey)) }
      : {}),
  }
}
