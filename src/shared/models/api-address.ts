import { isLocalAddress } from './local-address'

/** Endpoint paths that documentation appends to the base address. `/chat` alone may belong to the address. */
const endpoints =
  /\/(?:chat\/completions|completions|responses|messages|embeddings|models(?:\/[^/]*:[a-z]+)?|(?<=\/v\d[^/]*\/)chat)$/i
/** Ollama's native routes; its OpenAI-compatible routes are beside them. */
const ollamaRoutes = /\/api\/(?:chat|generate|tags)$/i
/** On Azure, the path that elsewhere lists models is part of the base address. */
const azureModels = /^https?:\/\/[^/]+\.ai\.azure\.com\/models$/i

/** A resource or deployment on Azure without its version, which only the newer address does without. */
const azureResource =
  /^https?:\/\/[^/]+\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)(?=(?:\/openai(?:\/deployments\/[^/]+)?)?$)/i

/** The version that Azure wants in every request. */
const azureVersion = /\?api-version=[\w.-]+$/i

/**
 * The base address of an API: without fragment, trailing slashes or an endpoint path copied from documentation. Azure's
 * version stays at its end; without one, the address is the one that needs none. Null when it has another query, whose
 * purpose cannot be known.
 */
export function apiAddress(address: string): string | null {
  const text = address.trim().replace(/#.*$/s, '')
  const [version = ''] = azureVersion.exec(text) ?? []
  const withoutVersion = text.slice(0, text.length - version.length)
  if (withoutVersion.includes('?'))
    return withoutVersion.endsWith('?') && version === '' ? apiAddress(withoutVersion.slice(0, -1)) : null
  const withoutSlashes = withoutVersion.replace(/\/+$/, '')
  const base = azureModels.test(withoutSlashes)
    ? withoutSlashes
    : withoutSlashes.replace(ollamaRoutes, '/v1').replace(endpoints, '').replace(/\/+$/, '')
  const [resource] = (version === '' ? azureResource.exec(base) : null) ?? []
  if (resource !== undefined) return `${resource}/openai/v1`
  return `${base}${version.replace(/^\?api-version/i, '?api-version')}`
}

const maxAddressChars = 2_048
const withScheme = /^https?:\/\/[^\s/?#\\]/i
/** A host with or without a port, then nothing or a path. Another scheme, a user name or a password does not match. */
const withoutScheme =
  /^(?<host>\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}._-]*)(?::(?<port>\d{1,5}))?(?:[/?#][^\s\\\p{C}]*)?$/iu

/**
 * The web address that a user means, who may leave out the scheme: http:// for this machine and private networks,
 * https:// for all others and for port 443. Null when it cannot be one.
 */
export function webAddress(typed: string): string | null {
  const text = typed.trim()
  if (text.length > maxAddressChars) return null
  if (withScheme.test(text)) return text
  const { host, port = '' } = withoutScheme.exec(text)?.groups ?? {}
  if (host === undefined || Number(port) > 65_535) return null
  return `${port !== '443' && isLocalAddress(host) ? 'http' : 'https'}://${text}`
}
