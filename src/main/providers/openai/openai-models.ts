import type { ModelFacts, ModelInfo } from '../../../shared/models/models'
import type { ModelEndpoint } from '../language-model/run-model'
import { listModels as listAll } from '../openai-compatible/openai-compatible-models'
import { isReasoning } from './reasoning'

/** Parts of the names of models that do not generate text, or only with one of OpenAI's own tools. */
const otherKinds =
  /embedding|moderation|whisper|tts|transcribe|translate|audio|realtime|live|image|dall-e|sora|search|deep-research|computer-use|instruct|davinci|babbage/

/**
 * The models that generate text; OpenAI's list has all models and does not say which is which.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL, …
 */
export async function listModels(
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
