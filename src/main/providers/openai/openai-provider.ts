import type { RunRequest } from '../../run-source/run-source'
import { remembering, remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import type { ModelProtocol } from '../language-model/model-protocol'
import { type ModelEndpoint, runModel } from '../language-model/run-model'
import { offersBatches } from '../batches/maker-batches'
import { OpenAiBatches } from '../batches/openai-batches'
import type { Provider } from '../provider'
import { ResponseReader } from './response-reader'
import { isReasoning, responseRequest } from './response-request'
import type { ModelFacts, ModelInfo } from '../../../shared/models/models'
import { keyHeaders, responsesPath } from '../openai-compatible/azure'
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

/** OpenAI's Responses API. */
export const responses: ModelProtocol = {
  writeRequest: (question, { baseUrl, apiKey }) => ({
    path: responsesPath(baseUrl),
    headers: keyHeaders(baseUrl, apiKey),
    body: { ...responseRequest(question) },
  }),
  createReader: (writer) => new ResponseReader(writer),
  providerDataKey: 'openai',
  mayRefuseItsData: hasCalls,
  resultImages: 'inside',
  hasThinkTags: false,
}

/**
 * OpenAI, through its Responses API.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createOpenAiProvider(given: RemoteEndpointOptions): Provider {
  const options = remembering(given)
  const { id, name, baseUrl } = options
  const endpoint = () => remoteEndpoint(options)
  const headersOf = ({ apiKey }: ModelEndpoint) => keyHeaders(baseUrl, apiKey)
  return {
    id,
    kind: 'openai',
    name,
    listModels: async (signal) => listModels({ id, name }, endpoint(), signal),
    run: (request, context) => runModel(responses, endpoint(), request, context),
    ...(offersBatches(baseUrl, 'api.openai.com')
      ? { batches: new OpenAiBatches('/v1/responses', responses, endpoint, headersOf) }
      : {}),
  }
}

/** Encrypted reasoning, which may be rejected, is sent back only with calls. */
function hasCalls({ messages }: RunRequest): boolean {
  return messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'))
}
