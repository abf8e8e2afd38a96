import type { ModelProtocol } from '../language-model/run-model'
import type { ModelFactory } from '../language-model/written-request'
import { withCacheMarks } from './cache-marks'
import { MessageReader } from './message-reader'
import { traitsOf } from './model-traits'

let loading: Promise<ModelFactory> | null = null

/**
 * Anthropic's Messages API. Parley relies on what the library does with parameters: without a limit, an answer may use
 * the model's maximum; effort becomes a thinking budget or the newer `effort`, depending on the model; and temperature
 * and top p are dropped when a model thinks.
 */
export const messages: ModelProtocol = {
  loadModelFactory() {
    loading ??= import('@ai-sdk/anthropic').then(
      ({ createAnthropic }): ModelFactory =>
        ({ baseUrl, apiKey, modelId, fetch }) =>
          createAnthropic({
            baseURL: baseUrl,
            // Without one the library would look for a key in the environment.
            apiKey: apiKey ?? '',
            fetch,
          }).messages(modelId),
    )
    return loading
  },
  createReader: (writer) => new MessageReader(writer),
  providerDataKey: 'anthropic',
  hasThinkTags: false,
  callOptions({ modelId, params: { reasoningEffort, stop = [] } }) {
    const isShown = reasoningEffort === undefined && traitsOf(modelId).thinksByItself
    return {
      ...(stop.length === 0 ? {} : { stopSequences: stop }),
      ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
      ...(isShown
        ? { providerOptions: { anthropic: { thinking: { type: 'adaptive', display: 'summarized' } } } }
        : {}),
    }
  },
  preparePrompt: withCacheMarks,
}
