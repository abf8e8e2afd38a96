import type { LanguageModelV4 } from '@ai-sdk/provider'

/** Makes the model that speaks the protocol. `fetch` carries all that it sends. */
export type ModelFactory = (options: {
  baseUrl: string
  apiKey: string | null
  modelId: string
  fetch: typeof globalThis.fetch
}) => LanguageModelV4

let loading: Promise<ModelFactory> | null = null

/** The protocol's library, loaded when the first request needs it. */
export function loadModelFactory(): Promise<ModelFactory> {
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
}
