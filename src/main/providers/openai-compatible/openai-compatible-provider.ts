import { remembering, remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { ModelProtocol } from '../language-model/model-protocol'
import { type ModelEndpoint, runModel } from '../language-model/run-model'
import { MistralBatches, OpenAiBatches } from '../batches/openai-batches'
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
  /** Whose batches it offers; by default, as known for its address. */
  batches?: 'openai' | 'mistral' | null
}

/** The makers whose batches are known, by their hosts. */
const makers: ReadonlyMap<string | undefined, 'openai' | 'mistral'> = new Map([
  ['api.openai.com', 'openai'],
  ['api.mistral.ai', 'mistral'],
])

/**
 * A server that speaks OpenAI's chat completions: Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and many more.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createOpenAiCompatibleProvider(given: OpenAiCompatibleOptions): Provider {
  const options = remembering(given)
  const { id, name, baseUrl, dialect = dialectAt(baseUrl), prefill = prefillAt(baseUrl) } = options
  const { batches: maker = makers.get(URL.parse(baseUrl)?.hostname) ?? null } = options
  const protocol = chatCompletions(dialect)
  const endpoint = () => remoteEndpoint(options)
  const server = [protocol, endpoint, ({ apiKey }: ModelEndpoint) => keyHeaders(baseUrl, apiKey)] as const
  return {
    id,
    kind: 'openai-compatible',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    takesPrefill: () => prefill !== null,
    ...(maker === 'mistral' ? { batches: new MistralBatches(...server) } : {}),
    ...(maker === 'openai' ? { batches: new OpenAiBatches('/v1/chat/completions', ...server) } : {}),
    run(request, context) {
      if (request.isPrefilled !== true || prefill === null) {
        return runModel(protocol, endpoint(), request, context)
      }
      const continued = remoteEndpoint({ ...options, baseUrl: prefillAddress(baseUrl, prefill) })
      return runModel(chatCompletions(withPrefill(dialect, prefill)), continued, request, context)
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
