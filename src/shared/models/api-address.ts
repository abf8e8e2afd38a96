/** Endpoint paths that documentation appends to the base address. `/chat` alone may belong to the address. */
const endpoints =
  /\/(?:chat\/completions|completions|responses|messages|embeddings|models(?:\/[^/]*:[a-z]+)?|(?<=\/v\d[^/]*\/)chat)$/i
/** Ollama's native routes; its OpenAI-compatible routes are beside them. */
const ollamaRoutes = /\/api\/(?:chat|generate|tags)$/i
/** On Azure, the path that elsewhere lists models is part of the base address. */
const azureModels = /^https?:\/\/[^/]+\.ai\.azure\.com\/models$/i

/**
 * The base address of an API: without fragment, trailing slashes or an endpoint path copied from documentation. Null
 * when it has a query, whose purpose cannot be known.
 */
export function apiAddress(address: string): string | null {
  const text = address.trim().replace(/#.*$/s, '')
  if (text.includes('?')) return text.endsWith('?') ? apiAddress(text.slice(0, -1)) : null
  const withoutSlashes = text.replace(/\/+$/, '')
  if (azureModels.test(withoutSlashes)) return withoutSlashes
  return withoutSlashes.replace(ollamaRoutes, '/v1').replace(endpoints, '').replace(/\/+$/, '')
}
