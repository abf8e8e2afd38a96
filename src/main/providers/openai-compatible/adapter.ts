import type { ModelFactory, ModelProtocol } from '../language-model/run-model'

let loading: Promise<ModelFactory> | null = null

/** OpenAI's chat completions, as most servers speak them. */
export const chatCompletions: ModelProtocol = {
  loadModelFactory() {
    loading ??= import('@ai-sdk/openai-compatible').then(
      ({ createOpenAICompatible }): ModelFactory =>
        ({ baseUrl, apiKey, modelId, fetch }) =>
          createOpenAICompatible({
            name: 'parley',
            baseURL: baseUrl,
            ...(apiKey === null ? {} : { apiKey }),
            includeUsage: true,
            fetch,
          }).chatModel(modelId),
    )
    return loading
  },
  lastEvent: { data: '[DONE]' },
  hasThinkTags: true,
}
