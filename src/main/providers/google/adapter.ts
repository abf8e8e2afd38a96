import { z } from 'zod'

import type { ModelFactory, ModelProtocol } from '../language-model/run-model'
import { finishFailure } from './finish-failure'
import { isComplete } from './stream-end'
import { isThinking, showsThoughts } from './thinking'

const named = z.object({ modelVersion: z.string() })

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
          })(modelId),
    )
    return loading
  },
  lastEvent: { hints: ['"finishReason"', '"blockReason"'], isComplete },
  // Signatures of thoughts: a newer model refuses its own calls when they come back without.
  providerDataKey: 'google',
  hasThinkTags: false,
  finishFailure,
  modelOfRaw: (chunk) => named.safeParse(chunk).data?.modelVersion,
  callOptions({ modelId, params }) {
    const { reasoningEffort, stop = [] } = params
    return {
      ...(stop.length === 0 ? {} : { stopSequences: stop }),
      ...(reasoningEffort === undefined || !isThinking(modelId) ? {} : { reasoning: reasoningEffort }),
      ...(showsThoughts(modelId, reasoningEffort)
        ? { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
        : {}),
    }
  },
}
