import type { ModelProtocol } from '../language-model/run-model'
import type { Dialect } from './dialects'
import { withTextArguments } from './text-arguments'
import { convertUsage } from './usage'

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
          convertUsage,
          fetch: async (input, init) => withTextArguments(await fetch(input, init)),
        }).chatModel(modelId)
    },
    lastEvent: { data: '[DONE]' },
    hasThinkTags: true,
    callOptions({ params: { stop = [], reasoningEffort } }) {
      return {
        ...(stop.length === 0 ? {} : { stopSequences: stop }),
        ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
      }
    },
  }
}
