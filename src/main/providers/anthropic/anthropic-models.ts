import { z } from 'zod'

import type { ModelFacts, ModelInfo } from '../../../shared/models/models'
import { assertNamed, fetchModelList, notAListError } from '../http/fetch-json'
import { isLoopback, urlUnder } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'

/** The version of the API that requests name. */
const apiVersion = '2023-06-01'

/** The headers of every request. */
export function headersWith(apiKey: string | null): Record<string, string> {
  return { 'anthropic-version': apiVersion, ...(apiKey === null ? {} : { 'x-api-key': apiKey }) }
}

/** The largest page that the API returns. */
const pageSize = 1_000
/** The list fits one page of that size; a server whose list never ends is cut off. */
const maxPages = 10

const modelPage = z.object({
  data: z.array(z.unknown()),
  has_more: z.boolean().nullish().catch(null),
  last_id: z.string().nullish().catch(null),
})
const tokens = z.number().int().positive().optional().catch(undefined)
const capability = z.object({ supported: z.boolean() }).optional().catch(undefined)
const modelEntry = z.object({
  id: z.string().min(1),
  display_name: z.string().min(1).optional().catch(undefined),
  max_input_tokens: tokens,
  max_tokens: tokens,
  capabilities: z
    .object({ image_input: capability, pdf_input: capability, thinking: capability })
    .optional()
    .catch(undefined),
})

/**
 * The models that the account may use, newest first.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL, …
 * @see https://platform.claude.com/docs/en/api/models/list
 */
export async function listModels(
  provider: { id: string; name: string },
  endpoint: ModelEndpoint,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const { peer, clock, baseUrl, apiKey } = endpoint
  const headers = headersWith(apiKey)
  const models: ModelInfo[] = []
  let afterId: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({
      limit: String(pageSize),
      ...(afterId === null ? {} : { after_id: afterId }),
    })
    const answer = modelPage.safeParse(
      await fetchModelList(urlUnder(baseUrl, `/models?${query.toString()}`), {
        peer,
        clock,
        headers,
        signal,
      }),
    )
    if (!answer.success) throw notAListError(peer, '/v1')
    assertNamed(answer.data.data, 'id', peer)
    for (const candidate of answer.data.data) {
      const entry = modelEntry.safeParse(candidate)
      if (!entry.success) continue
      const { id, display_name: name = id } = entry.data
      models.push({
        id: `${provider.id}/${id}`,
        providerId: provider.id,
        providerName: provider.name,
        name,
        isScripted: false,
        isLocal: isLoopback(baseUrl),
        facts: factsOf(entry.data),
      })
    }
    afterId = answer.data.last_id ?? null
    if (answer.data.has_more !== true || afterId === null) break
  }
  return models
}

function factsOf(entry: z.infer<typeof modelEntry>): ModelFacts {
  const { max_input_tokens: contextTokens, max_tokens: maxOutputTokens, capabilities = {} } = entry
  const takesImages = capabilities.image_input?.supported
  const takesPdf = capabilities.pdf_input?.supported
  const reasons = capabilities.thinking?.supported
  return {
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(takesImages === undefined ? {} : { takesImages }),
    ...(takesPdf === undefined ? {} : { takesPdf }),
    // Every model of this API can.
    callsTools: true,
    ...(reasons === undefined ? {} : { reasons }),
    params: [
      ...(traitsOf(entry.id).takesSampling ? (['temperature', 'topP'] as const) : []),
      'maxOutputTokens',
      'stop',
      ...(reasons === false ? [] : (['reasoningEffort'] as const)),
    ],
  }
}

/**
 * Facts from a model's name: its version decides which parameters it accepts, and the API does not report that. Names
 * of another form (older models, other makers behind the same protocol) have no version.
 */
interface ModelTraits {
  /** Accepts temperature and top p; later models reject or ignore them. */
  takesSampling: boolean
  /** Thinks without being asked, and hides it unless the request asks for it. */
  thinksByDefault: boolean
  /** Decides itself how long it thinks; earlier models get a budget. */
  thinksAdaptively: boolean
  /** Thinking cannot be turned off; at the least, it happens only between calls. */
  thinksAlways: 'at-low-effort' | 'between-tools' | null
  /** Continues an answer that is the last message; later models reject such a request. */
  takesPrefill: boolean
  /** The longest answer; undefined if the name does not reveal it. */
  maxOutputTokens: number | undefined
}

/**
 * @see https://platform.claude.com/docs/en/about-claude/models/overview
 * @see https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-6#prefill-removal
 */
export function traitsOf(modelId: string): ModelTraits {
  const [, kind = '', major, minor = '0'] = /claude-([a-z]+)-(\d)(?:[-.](\d))?(?!\d)/.exec(modelId) ?? []
  if (major === undefined) return unversionedTraits(modelId)
  const version = Number(major) + Number(minor) / 10
  return {
    takesSampling: version < 4.7,
    thinksByDefault: version >= 5,
    thinksAdaptively: version >= 4.6,
    thinksAlways: thinksAlways(kind, version),
    takesPrefill: version < 4.6,
    maxOutputTokens: version >= 4.6 ? 128_000 : version >= 4.5 || kind !== 'opus' ? 64_000 : 32_000,
  }
}

function thinksAlways(kind: string, version: number): ModelTraits['thinksAlways'] {
  if (kind === 'sonnet' && version === 5.5) return 'between-tools'
  return (kind === 'opus' && version === 5.5) || kind === 'fable' ? 'at-low-effort' : null
}

/** Anthropic's models before 4, and those of other makers. */
function unversionedTraits(modelId: string): ModelTraits {
  const [, minor] = /claude-3(?:[-.](\d))?(?!\d)/.exec(modelId) ?? []
  const isEarly = /claude-(?:[123]|v2|instant)/.test(modelId)
  return {
    takesSampling: true,
    thinksByDefault: false,
    thinksAdaptively: modelId.includes('claude-') && !isEarly,
    thinksAlways: null,
    takesPrefill: /claude-[123]/.test(modelId),
    maxOutputTokens: !isEarly ? undefined : minor === '7' ? 64_000 : minor === '5' ? 8_192 : 4_096,
  }
}
