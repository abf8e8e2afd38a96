import { remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import { chatCompletions } from './openai-compatible-adapter'
import { dialectAt, type Dialect } from './dialects'
import { listModels } from './openai-compatible-models'

export interface OpenAiCompatibleOptions extends RemoteEndpointOptions {
  /** How to convert its requests; by default, the dialect for its address. */
  dialect?: Dialect
}

/**
 * A server that speaks OpenAI's chat completions: Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and many more.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createOpenAiCompatibleProvider(options: OpenAiCompatibleOptions): Provider {
  const { id, name, dialect = dialectAt(options.baseUrl) } = options
  return {
    id,
    kind: 'openai-compatible',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    run: (request, context) => runModel(chatCompletions(dialect), remoteEndpoint(options), request, context),
  }
}
