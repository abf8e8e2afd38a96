import { failure } from '../../../../shared/failures/failure'
import { parseForeignJson } from '../../../../shared/json-depth'
import { isRecord } from '../../../../shared/record'
import { plainWords } from '../../../../shared/text/visible-text'
import type { Clock } from '../../../base/clock'
import type { SearchSetup } from '../../../model-setup/setups'
import { type Peer, peerData, peerOf } from '../../../providers/http/peer'
import { failureOf } from '../../../providers/http/provider-failure'
import { readBounded } from '../../../providers/http/read-bounded'
import { createUpstreamFetch } from '../../../providers/http/upstream-fetch'
import { assertNever } from '../../../../shared/invariant'

const searchTimeoutMs = 20_000
const longestAnswerBytes = 2 * 1024 * 1024
const longestTitleChars = 200
const longestUrlChars = 2_048
const longestSnippetChars = 500

/** A page that a search found. */
export interface FoundPage {
  url: string
  /** May be empty. */
  title: string
  snippet: string
}

interface SearchOptions {
  count: number
  clock: Clock
  signal: AbortSignal
  onOpened?: () => void
  onClosed?: () => void
}

/**
 * Searches the web. The results are foreign text, cleaned of markup and of characters that mislead.
 * @throws ParleyError PROVIDER_*, TIMEOUT
 * @throws the reason of the signal
 */
export async function searchWeb(
  provider: SearchSetup,
  query: string,
  options: SearchOptions,
): Promise<FoundPage[]> {
  const { count, clock, signal } = options
  const peer = peerOf(provider.name, provider.baseUrl, provider.apiKey)
  const deadline = new AbortController()
  const cancelDeadline = clock.after(searchTimeoutMs, () =>
    deadline.abort(failure('TIMEOUT', 'web', { host: peer.address, timeoutMs: searchTimeoutMs })),
  )
  try {
    const { url, ...request } = searchRequest(provider, query, count)
    const response = await createUpstreamFetch({ peer, clock, ...callbacks(options) })(url, {
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      signal: AbortSignal.any([signal, deadline.signal]),
    })
    if (!response.ok) throw await failureOf(response, peer, clock)
    const { text, isCut } = await readBounded(response, longestAnswerBytes)
    const list = isCut ? null : listedResults(provider.kind, parsed(text))
    if (list === null) throw noResultsError(provider, peer)
    return list.flatMap(cleaned).slice(0, count)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    cancelDeadline()
  }
}

function callbacks({ onOpened, onClosed }: SearchOptions) {
  return { ...(onOpened === undefined ? {} : { onOpened }), ...(onClosed === undefined ? {} : { onClosed }) }
}

/** Null for anything but JSON, such as the page of a SearXNG server whose JSON format is off. */
function parsed(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return null
  }
}

function noResultsError({ kind }: SearchSetup, peer: Peer) {
  return kind === 'searxng'
    ? failure('PROVIDER_PROTOCOL', 'no-searxng', peerData(peer))
    : failure('PROVIDER_PROTOCOL', 'no-results', peerData(peer))
}

/** A result, or nothing if it has no web address. */
function cleaned(result: unknown): FoundPage[] {
  if (!isRecord(result)) return []
  const { url, title, content, description } = result
  const address = typeof url === 'string' && url.length <= longestUrlChars ? URL.parse(url) : null
  if (address === null || !/^https?:$/.test(address.protocol)) return []
  return [
    {
      url: address.href,
      title: plainText(title, longestTitleChars),
      snippet: plainText(content ?? description, longestSnippetChars),
    },
  ]
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#x27', "'"],
  ['#39', "'"],
])

/** One line without markup: some providers mark the words that were searched for. */
function plainText(value: unknown, longestChars: number): string {
  if (typeof value !== 'string') return ''
  const text = value
    .slice(0, longestChars * 4)
    .replaceAll(/<\/?(?:strong|b|em|i|mark|span)\b[^<>]*>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities.get(name) ?? '')
  const plain = plainWords(text)
  return plain.length > longestChars ? `${plain.slice(0, longestChars - 1).toWellFormed()}…` : plain
}

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
function searchRequest({ kind, baseUrl, apiKey }: SearchSetup, query: string, count: number): SearchRequest {
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
function listedResults(kind: SearchSetup['kind'], answer: unknown): unknown[] | null {
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
