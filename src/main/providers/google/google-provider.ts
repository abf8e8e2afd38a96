import type { LanguageModelV4ProviderTool } from '@ai-sdk/provider'

import { remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { ModelProtocol } from '../language-model/model-protocol'
import { runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import { isThinking, listModels, showsThoughts } from './google-models'
import type { ModelFactory } from '../language-model/written-request'
import { GeminiReader } from './gemini-reader'

const ownSearch: LanguageModelV4ProviderTool = {
  type: 'provider',
  id: 'google.google_search',
  name: 'google_search',
  args: {},
}

let loading: Promise<ModelFactory> | null = null

/** Google's Gemini API, streamed as server-sent events. */
export const gemini: ModelProtocol = {
  loadModelFactory() {
    loading ??= import('@ai-sdk/google').then(
      ({ createGoogleGenerativeAI }): ModelFactory =>
        ({ baseUrl, apiKey, modelId, fetch }) =>
          createGoogleGenerativeAI({
            baseURL: baseUrl,
            // Without one the library would look for a key in the environment.
            apiKey: apiKey ?? '',
            fetch,
            // The library does not encode the model id in the path.
          })(modelId.split('/').map(encodeURIComponent).join('/')),
    )
    return loading
  },
  createReader: (writer, peer) => new GeminiReader(writer, peer),
  // Thought signatures: newer models reject their own calls without them.
  providerDataKey: 'google',
  resultImages: 'inside',
  takesResultAudio: true,
  hasThinkTags: false,
  callOptions({ modelId, webSearch, params }) {
    const { reasoningEffort, stop = [] } = params
    return {
      ...(stop.length === 0 ? {} : { stopSequences: stop }),
      ...(reasoningEffort === undefined || !isThinking(modelId) ? {} : { reasoning: reasoningEffort }),
      ...(webSearch === 'own' ? { tools: [ownSearch] } : {}),
      ...(showsThoughts(modelId, reasoningEffort)
        ? { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
        : {}),
    }
  },
}

/**
 * Google's Gemini models, through the Gemini API with a key.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createGoogleProvider(options: RemoteEndpointOptions): Provider {
  const { id, name } = options
  return {
    id,
    kind: 'google',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    run: (request, context) => runModel(gemini, remoteEndpoint(options), request, context),
  }
}
