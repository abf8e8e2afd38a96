import type { ModelProtocol } from '../language-model/run-model'
import type { ModelFactory } from '../language-model/written-request'
import { withCacheMarks } from './cache-marks'
import { MessageReader } from './message-reader'
import { traitsOf } from './model-traits'

let loading: Promise<ModelFactory> | null = null

/**
 * Anthropic's Messages API. What the library does with the parameters is wanted: an answer without a limit may be as
 * long as the model allows, effort becomes a budget for thinking or the newer `effort`, whichever the model knows, and
 * temperature and top p are left out where a model thinks.
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
