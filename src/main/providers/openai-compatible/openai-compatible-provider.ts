import { remembering, remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { ModelProtocol } from '../language-model/model-protocol'
import { runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import { chatPath, keyHeaders } from './azure'
import { cutPromptNotice } from './cut-prompt'
import {
  type Dialect,
  dialectAt,
  hasStrictTurns,
  prefillAddress,
  prefillAt,
  type PrefillStyle,
  withPrefill,
} from './dialects'
import { listModels } from './openai-compatible-models'
import { ChatReader } from './chat-reader'
import { chatRequest } from './chat-request'

export interface OpenAiCompatibleOptions extends RemoteEndpointOptions {
  /** How to convert its requests; by default, the dialect for its address. */
  dialect?: Dialect
  /** How it continues answers; by default, as known for its address. */
  prefill?: PrefillStyle | null
}

/**
 * A server that speaks OpenAI's chat completions: Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and many more.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createOpenAiCompatibleProvider(given: OpenAiCompatibleOptions): Provider {
  const options = remembering(given)
  const { id, name, baseUrl, dialect = dialectAt(baseUrl), prefill = prefillAt(baseUrl) } = options
  return {
    id,
    kind: 'openai-compatible',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    takesPrefill: () => prefill !== null,
    run(request, context) {
      if (request.isPrefilled !== true || prefill === null) {
        return runModel(chatCompletions(dialect), remoteEndpoint(options), request, context)
      }
      const endpoint = remoteEndpoint({ ...options, baseUrl: prefillAddress(baseUrl, prefill) })
      return runModel(chatCompletions(withPrefill(dialect, prefill)), endpoint, request, context)
    },
  }
}

/** OpenAI's chat completions, as most servers speak them. */
export function chatCompletions(dialect: Dialect): ModelProtocol {
  return {
    writeRequest: (question, { baseUrl, apiKey }) => ({
      path: chatPath(baseUrl, question.modelId),
      headers: keyHeaders(baseUrl, apiKey),
      body: dialect({ ...chatRequest(question) }),
    }),
    createReader: (writer) => new ChatReader(writer),
    providerDataKey: 'openai-compatible',
    keepsReasoningApart: true,
    noticeAfter: cutPromptNotice,
    mayRefuseItsData: () => true,
    hasThinkTags: true,
    // Results are text; a server with strict turns rejects a user message after them.
    ...(hasStrictTurns(dialect) ? {} : { resultImages: 'after' as const }),
  }
}
