import { z } from 'zod'

import type { ModelFacts, ModelInfo } from '../../../shared/models/models'
import type { ReasoningEffort } from '../../../shared/sessions/sessions'
import { assertNamed, fetchModelList, notAListError } from '../http/fetch-json'
import { isLoopback, urlUnder } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'

/** The largest page that the API returns. */
const pageSize = 1_000
/** The list fits one page of that size; a server whose list never ends is cut off. */
const maxPages = 10

/** Models that answer with pictures or speech, which their entries do not say. */
const wordless = /-(image|tts)(-|$)|image-generation|native-audio/

/** Models that Google lets search the web; others reject the request. */
const searching = /^(?:models\/)?gemini-(?:[2-9]|\d\d|flash|pro)(?!.*(?:image|tts|audio|live|embedding))/

/** Gemini models without thinking: the early ones, and later ones that only draw or speak. */
const thoughtless = /gemini-(1|2\.0)|gemini-pro(-vision)?$|2\.5-flash-image|native-audio|-tts/

/** True if Google searches the web for this model, which works only without any other tool. */
export function searchesAlone(modelId: string): boolean {
  return searching.test(modelId)
}

/** A page of models; the API sends an empty page as an empty object. */
const modelPage = z.union([
  z.object({ models: z.array(z.unknown()), nextPageToken: z.string().optional() }),
  z.strictObject({}).transform(() => ({ models: [], nextPageToken: undefined })),
])
const modelEntry = z.object({
  name: z.string().min(1),
  displayName: z.string().min(1).optional().catch(undefined),
  supportedGenerationMethods: z.array(z.string()).optional(),
  inputTokenLimit: z.number().int().positive().optional().catch(undefined),
  outputTokenLimit: z.number().int().positive().optional().catch(undefined),
  thinking: z.boolean().optional().catch(undefined),
})

/** The header with the key. It is never in the URL, because URLs end up in logs. */
export function headersWith(apiKey: string | null): Record<string, string> {
  return apiKey === null ? {} : { 'x-goog-api-key': apiKey }
}

/**
 * The account's models that generate text.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL, …
 * @see https://ai.google.dev/api/models
 */
export async function listModels(
  provider: { id: string; name: string },
  endpoint: ModelEndpoint,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const { peer, clock, baseUrl, apiKey } = endpoint
  const headers = headersWith(apiKey)
  const models: ModelInfo[] = []
  let pageToken: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({
      pageSize: String(pageSize),
      ...(pageToken === undefined ? {} : { pageToken }),
    })
    const answer = modelPage.safeParse(
      await fetchModelList(urlUnder(baseUrl, `/models?${query.toString()}`), {
        peer,
        clock,
        headers,
        signal,
      }),
    )
    if (!answer.success) throw notAListError(peer, '/v1beta')
    assertNamed(answer.data.models, 'name', peer)
    for (const candidate of answer.data.models) {
      const model = toModel(candidate, provider, isLoopback(baseUrl))
      if (model !== null) models.push(model)
    }
    pageToken = answer.data.nextPageToken
    if (pageToken === undefined || pageToken === '') break
  }
  return models
}

function toModel(
  candidate: unknown,
  provider: { id: string; name: string },
  isLocal: boolean,
): ModelInfo | null {
  const entry = modelEntry.safeParse(candidate)
  if (!entry.success) return null
  const { name, displayName, supportedGenerationMethods: methods } = entry.data
  const id = name.replace(/^models\//, '')
  if (methods?.includes('generateContent') === false || wordless.test(id)) return null
  return {
    id: `${provider.id}/${id}`,
    providerId: provider.id,
    providerName: provider.name,
    name: displayName ?? id,
    isScripted: false,
    isLocal,
    facts: factsOf(id, entry.data),
  }
}

function factsOf(id: string, entry: z.infer<typeof modelEntry>): ModelFacts {
  const { inputTokenLimit, outputTokenLimit, thinking: reasons = isThinking(id) } = entry
  return {
    ...(inputTokenLimit === undefined ? {} : { contextTokens: inputTokenLimit }),
    ...(outputTokenLimit === undefined ? {} : { maxOutputTokens: outputTokenLimit }),
    ...(searchesAlone(id) ? { searchesAlone: true as const } : {}),
    reasons,
    params: [
      'temperature',
      'topP',
      'maxOutputTokens',
      'seed',
      'stop',
      ...(reasons ? (['reasoningEffort'] as const) : []),
    ],
  }
}

/**
 * True if this model thinks before it answers, judging by its name: a model that does not think rejects requests for
 * thoughts.
 */
export function isThinking(modelId: string): boolean {
  return modelId.includes('gemini-') && !thoughtless.test(modelId)
}

/** True if a request with this effort enables thinking, so that it may ask for thoughts. */
export function showsThoughts(modelId: string, effort: ReasoningEffort | undefined): boolean {
  if (!isThinking(modelId) || effort === 'none') return false
  // The only model that thinks only on request.
  return effort !== undefined || !modelId.includes('2.5-flash-lite')
}
