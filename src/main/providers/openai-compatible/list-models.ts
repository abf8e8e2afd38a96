import { z } from 'zod'

import { ParleyError } from '../../../shared/errors'
import type { ModelInfo } from '../../../shared/models'
import { failureOf } from '../http/provider-failure'
import { readBounded } from '../http/read-bounded'
import { createUpstreamFetch } from '../http/upstream-fetch'
import { isLoopback } from '../http/peer'
import type { ModelEndpoint } from '../language-model/run-model'

/** The largest list that is read; the longest known one has about half a megabyte. */
const listBytes = 8 * 1024 * 1024
/** How long a provider may take to begin its list. */
const listTimeoutMs = 5_000

const modelList = z.object({ data: z.array(z.unknown()).nullable() })
const modelEntry = z.object({ id: z.string().min(1), name: z.string().min(1).optional() })

/**
 * The models that `{baseUrl}/models` names; entries without an id are left out.
 * @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL, …
 */
export async function listModels(
  provider: { id: string; name: string },
  endpoint: ModelEndpoint,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const { peer, baseUrl, apiKey, clock } = endpoint
  const upstreamFetch = createUpstreamFetch({ peer, clock, headersTimeoutMs: listTimeoutMs })
  const response = await upstreamFetch(`${baseUrl}/models`, {
    headers: {
      accept: 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    signal,
  })
  if (!response.ok) throw await failureOf(response, peer, clock)
  const { text } = await readBounded(response, listBytes)
  const list = modelList.safeParse(parseJson(text))
  if (!list.success) {
    throw new ParleyError(
      'PROVIDER_PROTOCOL',
      `${peer.name} at ${peer.address} did not answer with a list of models. Check its address in Settings; it usually ends in /v1.`,
      { data: { address: peer.address } },
    )
  }
  const isLocal = isLoopback(baseUrl)
  return (list.data.data ?? []).flatMap((candidate) => {
    const entry = modelEntry.safeParse(candidate)
    if (!entry.success) return []
    const { id, name = id } = entry.data
    return [
      {
        id: `${provider.id}/${id}`,
        providerId: provider.id,
        providerName: provider.name,
        name,
        isScripted: false,
        isLocal,
      },
    ]
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null // A page or a cut list; the schema refuses it.
  }
}
