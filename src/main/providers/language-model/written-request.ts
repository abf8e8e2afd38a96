import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'

import { withToolAliases } from './tool-aliases'

/** Creates the model that speaks the protocol. `fetch` sends all of its requests. */
export type ModelFactory = (options: {
  baseUrl: string
  apiKey: string | null
  modelId: string
  fetch: typeof globalThis.fetch
}) => LanguageModelV4

/** A request as a family's library writes it. */
export interface WrittenRequest {
  url: string
  headers: Headers
  body: string
}

/**
 * Lets the library write the request, and no more: Parley reads the answer itself, because libraries parse too strictly
 * for what servers really send.
 * @see docs/decisions/2026-11-23-reading-answers.md
 */
export async function writeRequest(
  createModel: ModelFactory,
  model: Omit<Parameters<ModelFactory>[0], 'fetch'>,
  options: LanguageModelV4CallOptions,
): Promise<WrittenRequest> {
  const { prompt, restore } = withToolAliases(options.prompt)
  const noted: WrittenRequest[] = []
  const library: LanguageModelV4 = createModel({
    ...model,
    fetch: (input, init) => {
      if (typeof init?.body !== 'string') return Promise.reject(new TypeError('a request is written as text'))
      noted.push({
        url: input instanceof Request ? input.url : String(input),
        headers: new Headers(init.headers),
        body: restore(init.body),
      })
      return Promise.reject(new RequestIsWritten())
    },
  })
  try {
    await library.doStream({ ...options, prompt })
  } catch (error) {
    if (noted[0] === undefined) throw error
  }
  const [request] = noted
  if (request === undefined) throw new Error('the library made no request')
  return request
}

class RequestIsWritten extends Error {}
