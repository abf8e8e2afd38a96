import type { LanguageModelV4Prompt, LanguageModelV4ProviderTool } from '@ai-sdk/provider'

import type { ParleyError } from '../../../shared/errors'
import type { RunRequest } from '../../run-source/run-source'
import { remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { ModelProtocol } from '../language-model/model-protocol'
import { type ModelEndpoint, runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import type { ModelFactory } from '../language-model/written-request'
import { ResponseReader } from './response-reader'
import type { ModelFacts, ModelInfo } from '../../../shared/models/models'
import { listModels as listAll } from '../openai-compatible/openai-compatible-models'

/** Parts of the names of models that do not generate text, or only with one of OpenAI's own tools. */
const otherKinds =
  /embedding|moderation|whisper|tts|transcribe|translate|audio|realtime|live|image|dall-e|sora|search|deep-research|computer-use|instruct|davinci|babbage/

/**
 * The models that generate text; OpenAI's list has all models and does not say which is which.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL, …
 */
async function listModels(
  provider: { id: string; name: string },
  endpoint: ModelEndpoint,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const models = await listAll(provider, endpoint, signal)
  return models.flatMap((model) => {
    const modelId = model.id.slice(provider.id.length + 1)
    // A fine-tuned model's name starts with its base model; the rest is chosen by its maker.
    const kind = modelId.startsWith('ft:') ? (modelId.split(':')[1] ?? '') : modelId
    return otherKinds.test(kind) ? [] : [{ ...model, facts: factsOf(modelId) }]
  })
}

function factsOf(modelId: string): ModelFacts {
  return isReasoning(modelId)
    ? { reasons: true, params: ['maxOutputTokens', 'reasoningEffort'] }
    : { params: ['temperature', 'topP', 'maxOutputTokens'] }
}

const ownSearch: LanguageModelV4ProviderTool = {
  type: 'provider',
  id: 'openai.web_search',
  name: 'web_search',
  args: {},
}

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
    mayRefuseItsData: hasCalls,
    // An organisation that is not verified may use the model, but may not see its reasoning.
    withoutRefused: (refusal) => (asksForSummary && isSummaryRefused(refusal) ? withoutSummary : null),
    resultImages: 'inside',
    hasThinkTags: false,
    // By default, this API makes every field of a schema required.
    toolFields: { strict: false },
    preparePrompt: (prompt, { modelId }) => withUsefulReasoning(prompt, modelId),
    callOptions({ modelId, webSearch, params: { reasoningEffort } }) {
      const hasSummary = asksForSummary && isReasoning(modelId) && reasoningEffort !== 'none'
      return {
        ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
        ...(webSearch === 'own' ? { tools: [ownSearch] } : {}),
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

const withSummary = responses({ asksForSummary: true })
const withoutSummary = responses({ asksForSummary: false })

/**
 * OpenAI, through its Responses API.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createOpenAiProvider(options: RemoteEndpointOptions): Provider {
  const { id, name } = options
  return {
    id,
    kind: 'openai',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    run: (request, context) => runModel(withSummary, remoteEndpoint(options), request, context),
  }
}

/** Encrypted reasoning, which may be rejected, is sent back only with calls. */
function hasCalls({ messages }: RunRequest): boolean {
  return messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'))
}

function isSummaryRefused({ data }: ParleyError): boolean {
  return data?.['param'] === 'reasoning.summary'
}

/** Whether the OpenAI model with this name reasons before it answers: it then accepts an effort, but no temperature. */
function isReasoning(modelId: string): boolean {
  const name = modelId.replace(/^ft:/, '')
  if (/^gpt-\d+(\.\d+)?-chat/.test(name)) return false
  return /^o\d/.test(name) || /^gpt-([5-9]|\d\d)/.test(name) || name.startsWith('codex')
}

/**
 * The prompt with only the encrypted reasoning that OpenAI uses: reasoning that led to a call. Reasoning about a given
 * answer is not read again, and is rejected if the current model does not reason or if that answer was cut off.
 * @see https://platform.openai.com/docs/guides/reasoning#keeping-reasoning-items-in-context
 */
function withUsefulReasoning(prompt: LanguageModelV4Prompt, modelId: string): LanguageModelV4Prompt {
  return prompt.map((turn) => {
    if (turn.role !== 'assistant') return turn
    const isKept = isReasoning(modelId) && turn.content.some(({ type }) => type === 'tool-call')
    return isKept ? turn : { ...turn, content: turn.content.filter(({ type }) => type !== 'reasoning') }
  })
}
