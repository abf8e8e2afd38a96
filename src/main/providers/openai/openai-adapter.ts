import type { ModelProtocol } from '../language-model/run-model'
import type { ModelFactory } from '../language-model/written-request'
import { ResponseReader } from './response-reader'
import { isReasoning, withUsefulReasoning } from './reasoning'

let loading: Promise<ModelFactory> | null = null

/**
 * OpenAI's Responses API. Nothing is stored at OpenAI: later requests carry what they need of earlier answers, with
 * encrypted reasoning. `asksForSummary`: reasoning is visible only as a summary, which not every account may request.
 */
export function responses({ asksForSummary }: { asksForSummary: boolean }): ModelProtocol {
  return {
    loadModelFactory() {
      loading ??= import('@ai-sdk/openai').then(
        ({ createOpenAI }): ModelFactory =>
          ({ baseUrl, apiKey, modelId, fetch }) =>
            // Without a key the library would look for one in the environment.
            createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).responses(modelId),
      )
      return loading
    },
    createReader: (writer) => new ResponseReader(writer),
    providerDataKey: 'openai',
    hasThinkTags: false,
    preparePrompt: (prompt, { modelId }) => withUsefulReasoning(prompt, modelId),
    callOptions({ modelId, params: { reasoningEffort } }) {
      const hasSummary = asksForSummary && isReasoning(modelId) && reasoningEffort !== 'none'
      return {
        ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
        providerOptions: {
          openai: {
            store: false,
            forceReasoning: isReasoning(modelId),
            reasoningSummary: hasSummary ? 'auto' : null,
          },
        },
      }
    },
  }
}
