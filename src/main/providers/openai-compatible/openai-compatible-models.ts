import { z } from 'zod'

import type { ModelInfo } from '../../../shared/models/models'
import { assertNamed, fetchModelList, notAListError } from '../http/fetch-json'
import { isLoopback } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'
import { factsOf, isChatModel, modelEntry, nameOf } from './model-entry'

/** Together sends a bare list, everyone else an object around it. */
const modelList = z.union([
  z.array(z.unknown()),
  z.object({ data: z.array(z.unknown()).nullable() }).transform(({ data }) => data ?? []),
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
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const list = modelList.safeParse(
    await fetchModelList(`${baseUrl}/models`, { peer, clock, headers, signal }),
  )
  if (!list.success) throw notAListError(peer, '/v1')
  assertNamed(list.data, 'id', peer)
  const isLocal = isLoopback(baseUrl)
  const models = new Map<string, ModelInfo>()
  for (const candidate of list.data) {
    const entry = modelEntry.safeParse(candidate)
    if (!entry.success || models.has(entry.data.id) || !isChatModel(entry.data)) continue
    const facts = factsOf(entry.data)
    models.set(entry.data.id, {
      id: `${provider.id}/${entry.data.id}`,
      providerId: provider.id,
      providerName: provider.name,
      name: nameOf(entry.data),
      isScripted: false,
      isLocal,
      ...(facts === undefined ? {} : { facts }),
    })
  }
  return [...models.values()]
}
