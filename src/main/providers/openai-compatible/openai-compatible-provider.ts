import type { Clock } from '../../base/clock'
import { peerOf } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'
import { runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import { chatCompletions } from './adapter'
import { dialectAt, type Dialect } from './dialects'
import { listModels } from './list-models'

export interface OpenAiCompatibleOptions {
  id: string
  name: string
  /** Up to and including the version, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to begin; 0, the default, is for ever. */
  headersTimeoutMs?: number
  /** How it wants its requests; by default as those at its address do. */
  dialect?: Dialect
}

/**
 * A server that speaks OpenAI's chat completions: Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and many more.
 * With a `baseUrl` that is no address, whatever is asked of it fails with INVALID_INPUT.
 */
export function createOpenAiCompatibleProvider(options: OpenAiCompatibleOptions): Provider {
  const { id, name, apiKey, clock, headersTimeoutMs = 0, dialect = dialectAt(options.baseUrl) } = options
  const endpoint = (): ModelEndpoint => ({
    peer: peerOf(name, options.baseUrl, apiKey),
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: apiKey === '' ? null : apiKey,
    clock,
    headersTimeoutMs,
  })
  return {
    id,
    kind: 'openai-compatible',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    async *run(request, context) {
      yield* runModel(chatCompletions(dialect), endpoint(), request, context)
    },
  }
}
