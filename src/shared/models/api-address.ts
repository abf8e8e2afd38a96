/** What documentation shows behind the address that Parley wants. `/chat` alone may be part of it. */
const endpoints =
  /\/(?:chat\/completions|completions|responses|messages|embeddings|models(?:\/[^/]*:[a-z]+)?|(?<=\/v\d[^/]*\/)chat)$/i
/** Ollama's own routes; what speaks as Parley does stands beside them. */
const ollamaRoutes = /\/api\/(?:chat|generate|tags)$/i
/** At Azure, the path that is elsewhere the list of models belongs to the address. */
const azureModels = /^https?:\/\/[^/]+\.ai\.azure\.com\/models$/i

/**
 * The address of an API as requests begin with it: without a fragment, without slashes at its end, and without the path
 * of one kind of request, which is what documentation shows. Null when it has a query: what that is meant for cannot be
 * known.
 */
export function apiAddress(address: string): string | null {
  const text = address.trim().replace(/#.*$/s, '')
  if (text.includes('?')) return text.endsWith('?') ? apiAddress(text.slice(0, -1)) : null
  const withoutSlashes = text.replace(/\/+$/, '')
  if (azureModels.test(withoutSlashes)) return withoutSlashes
  return withoutSlashes.replace(ollamaRoutes, '/v1').replace(endpoints, '').replace(/\/+$/, '')
}
