import { z } from 'zod'

import { failure } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import { type LocalServer, localServers } from '../../../shared/models/provider-presets'
import type { Clock } from '../../base/clock'
import { getJson } from '../http/fetch-json'

/** How to recognise the expected server, rather than another one on the same port. */
type Identity =
  /** This path on the server's origin returns an object with this field. */
  | { type: 'route'; path: string; field: string }
  /** Its models have this owner. */
  | { type: 'owner'; ownedBy: string }
  /** Any list of models is enough. */
  | { type: 'any' }

/** An address where a local server may be running. */
export interface LocalEndpoint extends Omit<LocalServer, 'id'> {
  id: string
  identity: Identity
}

/** How each of the common servers is recognised. */
const identities: Record<LocalServer['id'], Identity> = {
  ollama: { type: 'route', path: '/api/version', field: 'version' },
  lmstudio: { type: 'route', path: '/api/v0/models', field: 'data' },
  llamacpp: { type: 'owner', ownedBy: 'llamacpp' },
  vllm: { type: 'owner', ownedBy: 'vllm' },
}

/** The default addresses of common local servers. */
const usualEndpoints: readonly LocalEndpoint[] = localServers.map((server) => ({
  ...server,
  identity: identities[server.id],
}))

const serverList = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
    name: z.string().min(1),
    baseUrl: z.url({ protocol: /^https?$/ }),
  }),
)

/**
 * The addresses to probe: the default ones, or those in `PARLEY_LOCAL_SERVERS`, a JSON list of `{ id, name, baseUrl }`
 * (`[]` probes nothing).
 * @throws INVALID_INPUT the variable has another format
 */
export function localEndpoints(override: string | undefined): readonly LocalEndpoint[] {
  if (override === undefined || override === '') return usualEndpoints
  const servers = serverList.safeParse(parseJson(override))
  if (!servers.success) {
    const name = 'PARLEY_LOCAL_SERVERS'
    throw failure('INVALID_INPUT', 'environment-servers', { field: name, name, value: shown(override) })
  }
  return servers.data.map((server) => ({ ...server, identity: { type: 'any' } }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null // The schema rejects this too.
  }
}

function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const modelList = z.object({ data: z.array(z.object({ owned_by: z.string().optional() })).nullable() })

/** A server that is not running refuses immediately; one that hangs is not waited for. */
const probeTimeoutMs = 400

/** Looks for local servers. */
export interface Discovery {
  /** The addresses that it probes. */
  readonly endpoints: readonly LocalEndpoint[]
  /** The endpoints whose server answers as expected, probed in parallel. Never rejects. */
  find(signal: AbortSignal): Promise<LocalEndpoint[]>
}

/** Creates a discovery that probes these addresses over HTTP. */
export function createDiscovery(endpoints: readonly LocalEndpoint[], clock: Clock): Discovery {
  return {
    endpoints,
    async find(signal) {
      const answers = await Promise.all(endpoints.map((endpoint) => isThere(endpoint, clock, signal)))
      return endpoints.filter((_, index) => answers[index] === true)
    },
  }
}

async function isThere(endpoint: LocalEndpoint, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const { baseUrl, identity } = endpoint
  const ask = (url: string) => getJson(url, { timeoutMs: probeTimeoutMs, clock, signal })
  const listUrl = `${baseUrl.replace(/\/+$/, '')}/models`
  try {
    const [list, route] = await Promise.all([
      ask(listUrl).then((body) => modelList.parse(body)),
      identity.type === 'route' ? ask(new URL(identity.path, baseUrl).href) : null,
    ])
    return isIdentified(identity, list, route)
  } catch {
    return false // Nothing, or another server: not listed in either case.
  }
}

function isIdentified(identity: Identity, list: z.infer<typeof modelList>, route: unknown): boolean {
  switch (identity.type) {
    case 'any':
      return true
    case 'owner':
      return list.data?.some((model) => model.owned_by === identity.ownedBy) ?? false
    case 'route':
      return typeof route === 'object' && route !== null && identity.field in route
    default:
      return assertNever(identity)
  }
}
