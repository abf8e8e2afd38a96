import { isRecord } from '../../../../shared/record'

/** A result as the server sent it, in a result that the library accepts. */
const uncheckedKey = 'unchecked'
/** A version of the protocol that every server with a session understands. */
const oldestVersion = '2024-11-05'

const usedCapabilities = ['tools', 'prompts', 'resources', 'completions', 'logging']

/** Results of these methods that every version of the protocol accepts. */
const accepted = new Map<string, Record<string, unknown>>([
  ['tools/call', { content: [] }],
  ['tools/list', { tools: [] }],
  ['prompts/list', { prompts: [] }],
  ['prompts/get', { messages: [] }],
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
  ['resources/read', { contents: [] }],
  ['completion/complete', { completion: { values: [] } }],
])

/**
 * A result that the library accepts. It checks results strictly and drops those that break the protocol in any detail,
 * although the server has acted. Therefore, the results that Parley reads are passed through it unchecked.
 */
export function readableResult(method: string, result: unknown): Record<string, unknown> {
  // Any answer to it says the same.
  if (method === 'ping') return {}
  if (method === 'initialize') return readableStart(result)
  if (method === 'server/discover') return readableDiscovery(result)
  const shell = accepted.get(method)
  if (shell === undefined) return isRecord(result) ? result : {}
  if (asksForInput(result)) return result
  return { ...shell, resultType: 'complete', ttlMs: 0, cacheScope: 'private', [uncheckedKey]: result }
}

/** The result as the server sent it: anything. */
export function uncheckedResult(passed: object): unknown {
  return Object.hasOwn(passed, uncheckedKey) ? Reflect.get(passed, uncheckedKey) : passed
}

/** The server of the newest protocol asks something before it answers, which the library does. */
function asksForInput(result: unknown): result is Record<string, unknown> {
  return isRecord(result) && result['resultType'] === 'input_required'
}

function readableStart(result: unknown): Record<string, unknown> {
  const { protocolVersion, capabilities, serverInfo, instructions } = isRecord(result) ? result : {}
  const { name, version } = isRecord(serverInfo) ? serverInfo : {}
  return {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : oldestVersion,
    capabilities: readableCapabilities(capabilities),
    serverInfo: {
      name: typeof name === 'string' ? name : '',
      version: typeof version === 'string' ? version : '',
    },
    ...(typeof instructions === 'string' ? { instructions } : {}),
  }
}

/** Reads a discovery of the newest protocol; a server that names no versions speaks an older one. */
function readableDiscovery(result: unknown): Record<string, unknown> {
  if (!isRecord(result) || !Array.isArray(result['supportedVersions'])) return {}
  const { supportedVersions, capabilities, instructions, _meta: meta } = result
  return {
    resultType: 'complete',
    supportedVersions: (supportedVersions as unknown[]).filter((version) => typeof version === 'string'),
    capabilities: readableCapabilities(capabilities),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(isRecord(meta) ? { _meta: meta } : {}),
    ttlMs: 0,
    cacheScope: 'private',
  }
}

/** The capabilities that Parley uses, each as an object, also if the server wrote `true`. */
function readableCapabilities(given: unknown): Record<string, unknown> {
  const capabilities = isRecord(given) ? given : {}
  const usable = usedCapabilities.flatMap((name) => {
    const value = capabilities[name]
    if (value === null || value === undefined || value === false) return []
    const { listChanged } = isRecord(value) ? value : {}
    return [[name, typeof listChanged === 'boolean' ? { listChanged } : {}] as const]
  })
  return Object.fromEntries(usable)
}
