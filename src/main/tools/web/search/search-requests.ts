import { assertNever } from '../../../../shared/invariant'
import { isRecord } from '../../../../shared/record'
import type { SearchSetup } from '../../../model-setup/setups'

/** One search as the API of its provider takes it. */
interface SearchRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string
}

/**
 * Writes the request for a search.
 * @see https://docs.searxng.org/dev/search_api.html
 * @see https://api-dashboard.search.brave.com/app/documentation/web-search
 * @see https://docs.tavily.com/documentation/api-reference/endpoint/search
 */
export function searchRequest(
  { kind, baseUrl, apiKey }: SearchSetup,
  query: string,
  count: number,
): SearchRequest {
  const get = { method: 'GET', body: '' } as const
  const key = apiKey ?? ''
  switch (kind) {
    case 'searxng':
      return { ...get, url: withQuery(baseUrl, 'search', { q: query, format: 'json' }), headers: {} }
    case 'brave':
      return {
        ...get,
        url: withQuery(baseUrl, 'res/v1/web/search', { q: query, count: String(count) }),
        headers: { 'x-subscription-token': key },
      }
    case 'tavily':
      return {
        method: 'POST',
        url: withQuery(baseUrl, 'search', {}),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, max_results: count }),
      }
    default:
      return assertNever(kind)
  }
}

/** The list of results in a provider's answer; null if it is not an answer to a search. */
export function listedResults(kind: SearchSetup['kind'], answer: unknown): unknown[] | null {
  if (!isRecord(answer)) return null
  // Brave leaves `web` out when it finds nothing.
  const list =
    kind === 'brave' ? (isRecord(answer['web']) ? answer['web']['results'] : []) : answer['results']
  return Array.isArray(list) ? (list as unknown[]) : null
}

function withQuery(baseUrl: string, path: string, query: Record<string, string>): string {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
