import { remembering, remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { ModelProtocol } from '../language-model/model-protocol'
import { runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import { GoogleBatches, modelPath } from '../batches/google-batches'
import { offersBatches } from '../batches/maker-batches'
import { headersWith, listModels } from './google-models'
import { GeminiReader } from './gemini-reader'
import { geminiRequest } from './gemini-request'

/** Google's Gemini API, streamed as server-sent events. */
export const gemini: ModelProtocol = {
  writeRequest: (question, { apiKey }) => ({
    path: `/${modelPath(question.modelId)}:streamGenerateContent?alt=sse`,
    headers: headersWith(apiKey),
    body: { ...geminiRequest(question) },
  }),
  createReader: (writer, peer) => new GeminiReader(writer, peer),
  // Thought signatures: newer models reject their own calls without them.
  providerDataKey: 'google',
  resultImages: 'inside',
  takesResultAudio: true,
  hasThinkTags: false,
}

/**
 * Google's Gemini models, through the Gemini API with a key.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createGoogleProvider(given: RemoteEndpointOptions): Provider {
  const options = remembering(given)
  const { id, name, baseUrl } = options
  const endpoint = () => remoteEndpoint(options)
  return {
    id,
    kind: 'google',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    run: (request, context) => runModel(gemini, endpoint(), request, context),
    ...(offersBatches(baseUrl, 'generativelanguage.googleapis.com')
      ? { batches: new GoogleBatches(gemini, endpoint, ({ apiKey }) => headersWith(apiKey)) }
      : {}),
  }
}
