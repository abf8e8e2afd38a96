import { z } from 'zod'

import type { ModelInfo } from '../../../shared/models/models'
import { assertNamed, fetchModelList, notAListError } from '../http/fetch-json'
import { isLoopback, urlUnder } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'
import { deploymentAt, keyHeaders } from './azure'
import { factsOf, isChatModel, type ModelEntry, modelEntry, nameOf } from './model-entry'

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
  const models = new Map<string, ModelInfo>()
  for (const candidate of list.data) {
    const entry = modelEntry.safeParse(candidate)
    if (!entry.success || models.has(entry.data.id) || !isChatModel(entry.data)) continue
    models.set(entry.data.id, toModel(provider, entry.data, isLocal))
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
