import type { ModelProtocol } from '../language-model/run-model'
import { ChatReader } from './chat-reader'
import type { Dialect } from './dialects'

/** OpenAI's chat completions, as most servers speak them. */
export function chatCompletions(dialect: Dialect): ModelProtocol {
  return {
    async loadModelFactory() {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return ({ baseUrl, apiKey, modelId, fetch }) =>
        createOpenAICompatible({
          name: 'parley',
          baseURL: baseUrl,
          ...(apiKey === null ? {} : { apiKey }),
          includeUsage: true,
          transformRequestBody: dialect,
          fetch,
        }).chatModel(modelId)
    },
    createReader: (writer) => new ChatReader(writer),
    hasThinkTags: true,
    callOptions({ params: { stop = [], reasoningEffort } }) {
      return {
        ...(stop.length === 0 ? {} : { stopSequences: stop }),
        ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
      }
    },
  }
}
