import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ProviderTool,
} from '@ai-sdk/provider'

import type { RunRequest } from '../../run-source/run-source'
import { remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { Provider } from '../provider'
import { listModels, traitsOf } from './anthropic-models'
import type { ModelProtocol } from '../language-model/model-protocol'
import { runModel } from '../language-model/run-model'
import { calledToolNames } from '../language-model/tool-turns'
import type { ModelFactory } from '../language-model/written-request'
import { MessageReader } from './message-reader'

/** Most searches in one request: each costs a cent. */
const mostSearches = 8

/** The first version, which every model with web search has. Later ones run code at Anthropic. */
const ownSearch: LanguageModelV4ProviderTool = {
  type: 'provider',
  id: 'anthropic.web_search_20250305',
  name: 'web_search',
  args: { maxUses: mostSearches },
}

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
  mayRefuseItsData: () => true,
  resultImages: 'inside',
  hasThinkTags: false,
  callOptions(request) {
    const { modelId, webSearch, params } = request
    const { reasoningEffort, stop = [] } = params
    const isShown = reasoningEffort === undefined && traitsOf(modelId).thinksByDefault
    return {
      ...(stop.length === 0 ? {} : { stopSequences: stop }),
      ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
      providerOptions: {
        anthropic: {
          ...(isShown ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
          // Arguments are read when they are complete, so they need not be streamed before they are valid.
          toolStreaming: false,
        },
      },
      ...(webSearch === 'own' ? { tools: [ownSearch] } : formerTools(request)),
    }
  },
  preparePrompt: withCacheMarks,
}

/** More tools than a chat calls. */
const mostFormerTools = 100

/**
 * For a chat with calls whose tools are off now: a request that contains calls, but no tools, is refused. So the tools
 * are named, and the model must not call them.
 */
function formerTools(request: RunRequest): Partial<LanguageModelV4CallOptions> {
  const { tools = [] } = request
  const names = tools.length > 0 ? [] : calledToolNames(request.messages).slice(0, mostFormerTools)
  if (names.length === 0) return {}
  return {
    tools: names.map((name) => ({
      type: 'function',
      name,
      description: 'No longer available.',
      inputSchema: { type: 'object' },
    })),
    toolChoice: { type: 'none' },
  }
}

/**
 * Sets cache breakpoints after the system prompt, which other chats share, and after the last user message and the last
 * result of a tool, so that the next turn or step pays a tenth for all of this one. A cache write costs a quarter more
 * than plain input; a prompt that is too short to be cached (about a thousand tokens) costs nothing extra.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
function withCacheMarks(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const lastOfUser = prompt.findLastIndex(({ role }) => role === 'user')
  const lastOfTool = prompt.findLastIndex(({ role }) => role === 'tool')
  return prompt.map((message, index) =>
    message.role === 'system' || index === lastOfUser || index === lastOfTool ? marked(message) : message,
  )
}

function marked(message: LanguageModelV4Message): LanguageModelV4Message {
  const { providerOptions = {} } = message
  const anthropic = { ...providerOptions['anthropic'], cacheControl: { type: 'ephemeral' } }
  return { ...message, providerOptions: { ...providerOptions, anthropic } }
}

/**
 * Anthropic's models, or others behind the same protocol.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createAnthropicProvider(options: RemoteEndpointOptions): Provider {
  const { id, name } = options
  return {
    id,
    kind: 'anthropic',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    takesPrefill: (modelId) => traitsOf(modelId).takesPrefill,
    run: (request, context) => runModel(messages, remoteEndpoint(options), request, context),
  }
}
