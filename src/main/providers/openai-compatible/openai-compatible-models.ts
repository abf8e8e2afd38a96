import { z } from 'zod'

import type { ModelFacts, ModelInfo, ModelParamName, ModelPrice } from '../../../shared/models/models'
import { mapInSlices } from '../../base/in-slices'
import { assertNamed, fetchModelList, notAListError } from '../http/fetch-json'
import { isLoopback, urlUnder } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'
import { deploymentAt, keyHeaders } from './azure'

/** Together sends a bare list, most others an object around it, and some gateways an object with another name. */
const entries = z.array(z.unknown())
const modelList = z.union([
  entries,
  z.object({ data: entries.nullable() }).transform(({ data }) => data ?? []),
  z.object({ models: entries }).transform(({ models }) => models),
  z.object({ result: entries }).transform(({ result }) => result),
])

/**
 * The models at `{baseUrl}/models`, without entries that lack an id, duplicates, and models that do not generate text.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL, …
 */
export async function listModels(
  provider: { id: string; name: string },
  endpoint: ModelEndpoint,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const { peer, clock, baseUrl, apiKey } = endpoint
  const isLocal = isLoopback(baseUrl)
  const deployment = deploymentAt(baseUrl)
  if (deployment !== null) return [toModel(provider, { id: deployment }, isLocal)]
  const headers = keyHeaders(baseUrl, apiKey)
  const list = modelList.safeParse(
    await fetchModelList(urlUnder(baseUrl, '/models'), { peer, clock, headers, signal }),
  )
  if (!list.success) throw notAListError(peer, '/v1')
  assertNamed(list.data, 'id', peer)
  const listed = await mapInSlices(list.data, (candidate) => {
    const entry = modelEntry.safeParse(candidate)
    return entry.success && isChatModel(entry.data) ? toModel(provider, entry.data, isLocal) : null
  })
  const models = new Map<string, ModelInfo>()
  for (const model of listed) {
    if (model !== null && !models.has(model.id)) models.set(model.id, model)
  }
  return [...models.values()]
}

function toModel(provider: { id: string; name: string }, entry: ModelEntry, isLocal: boolean): ModelInfo {
  const facts = factsOf(entry)
  return {
    id: `${provider.id}/${entry.id}`,
    providerId: provider.id,
    providerName: provider.name,
    name: nameOf(entry),
    isScripted: false,
    isLocal,
    ...(facts === undefined ? {} : { facts }),
  }
}

const tokens = z.number().int().positive().optional().catch(undefined)
const dollars = z
  .union([z.number(), z.string().min(1).transform(Number)])
  .pipe(z.number().nonnegative())
  .optional()
  .catch(undefined)
const words = z.array(z.string()).optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)

/** An entry of a model list: an id, and other fields that differ by provider. */
const modelEntry = z.object({
  id: z.string().min(1),
  name: z.string().min(1).optional().catch(undefined),
  /** From Together. */
  display_name: z.string().min(1).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  /** From OpenRouter and Together, then from Groq, Mistral and vLLM. */
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
  max_model_len: tokens,
  /** From Groq. */
  active: flag,
  max_completion_tokens: tokens,
  /** OpenRouter: US dollars per token, in `prompt` and so on. Together: per million. */
  pricing: z
    .object({
      prompt: dollars,
      completion: dollars,
      input_cache_read: dollars,
      input: dollars,
      output: dollars,
      cached_input: dollars,
    })
    .optional()
    .catch(undefined),
  top_provider: z.object({ max_completion_tokens: tokens }).optional().catch(undefined),
  architecture: z.object({ input_modalities: words, output_modalities: words }).optional().catch(undefined),
  supported_parameters: words,
  /** From Mistral. */
  capabilities: z
    .object({ completion_chat: flag, vision: flag, reasoning: flag, function_calling: flag })
    .optional()
    .catch(undefined),
})

type ModelEntry = z.infer<typeof modelEntry>

/** True if the model answers with text; assumed when its provider does not say. */
function isChatModel({ type, active, capabilities, architecture }: ModelEntry): boolean {
  if (active === false || capabilities?.completion_chat === false) return false
  if (architecture?.output_modalities?.includes('text') === false) return false
  return type === undefined || !otherTypes.has(type)
}

const otherTypes = new Set([
  'image',
  'embedding',
  'embeddings',
  'moderation',
  'rerank',
  'audio',
  'transcribe',
  'video',
])

/** The display name. Mistral gives all aliases of a model the same one. */
function nameOf({ id, name, display_name: displayName, capabilities }: ModelEntry): string {
  return displayName ?? (capabilities === undefined ? name : undefined) ?? id
}

/** The facts that the provider reports; undefined when there are none. */
function factsOf(entry: ModelEntry): ModelFacts | undefined {
  const { architecture, capabilities, top_provider: top, supported_parameters: parameters } = entry
  const { context_length, context_window, max_context_length, max_model_len } = entry
  const takes = architecture?.input_modalities
  const facts = known({
    contextTokens: context_length ?? context_window ?? max_context_length ?? max_model_len,
    maxOutputTokens: top?.max_completion_tokens ?? entry.max_completion_tokens,
    price: priceOf(entry),
    takesImages: takes?.includes('image') ?? capabilities?.vision,
    takesPdf: takes?.includes('file'),
    callsTools: parameters?.includes('tools') ?? capabilities?.function_calling,
    reasons: parameters?.includes('reasoning') ?? capabilities?.reasoning,
    params: parameters === undefined ? undefined : paramsOf(parameters),
  })
  return Object.keys(facts).length === 0 ? undefined : facts
}

/** The fields that have a value. */
function known(facts: { [Name in keyof ModelFacts]: ModelFacts[Name] | undefined }): ModelFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

function priceOf({ pricing }: ModelEntry): ModelPrice | undefined {
  if (pricing === undefined) return undefined
  const { prompt, completion, input, output } = pricing
  if (prompt !== undefined && completion !== undefined) {
    return price(perMillion(prompt), perMillion(completion), perMillion(pricing.input_cache_read))
  }
  // Together sends 0 when it does not charge by token.
  if (input === undefined || output === undefined || input + output === 0) return undefined
  return price(input, output, pricing.cached_input)
}

function price(input: number, output: number, cachedInput: number | undefined): ModelPrice {
  return cachedInput === undefined ? { input, output } : { input, output, cachedInput }
}

function perMillion(one: number): number
function perMillion(one: number | undefined): number | undefined
function perMillion(one: number | undefined): number | undefined {
  // Rounded, because a millionth times a million is not always one.
  return one === undefined ? undefined : Math.round(one * 1e12) / 1e6
}

const paramNames: [name: ModelParamName, spelling: string][] = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['maxOutputTokens', 'max_tokens'],
  ['seed', 'seed'],
  ['stop', 'stop'],
  ['reasoningEffort', 'reasoning'],
]

function paramsOf(parameters: readonly string[]): ModelParamName[] {
  return paramNames.flatMap(([name, spelling]) => (parameters.includes(spelling) ? [name] : []))
}
