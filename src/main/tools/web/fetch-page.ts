import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { networkReasonIn } from '../../../shared/failures/network-reason'
import type { Clock } from '../../base/clock'
import { peerOf } from '../../providers/http/peer'
import { networkRefusalIn } from '../../providers/http/provider-failure'
import { createUpstreamFetch } from '../../providers/http/upstream-fetch'
import { toolRefusal } from '../tool-refusal'
import { isSamePlace, pageAddress } from './page-address'
import { assertPublicHost, publicLookup, type ResolveName } from './public-address'

/** The options for fetching a page. */
export interface PageFetchOptions {
  clock: Clock
  /** Parley's version, for the user agent. */
  version: string
  /** True if the user has allowed this private host. */
  isNamed: (url: URL) => boolean
  /** Replaces the system's name resolution, in tests. */
  resolveName?: ResolveName | undefined
  signal: AbortSignal
  onOpened: () => void
  onClosed: () => void
}

/** The result of fetching an address. */
export type FetchedPage =
  | { type: 'page'; url: URL; mediaType: string; charset: string | null; bytes: Uint8Array }
  /** The page redirects to another host, which was not asked for. */
  | { type: 'moved'; to: URL }

const mostRedirects = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const accepted =
  'text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.9,application/xml;q=0.9,application/pdf;q=0.8,*/*;q=0.1'

/** The largest download of a page, counted after decompression. */
const longestPageBytes = 5 * 1024 * 1024
/** The time limit for fetching a page, with all of its redirects. */
const fetchTimeoutMs = 30_000
/** The longest text of a page that one call returns; models with a small context get it in parts, as every long result. */
export const pieceChars = 40_000

/**
 * Fetches a page without cookies, credentials or referrer. Follows redirects on the same host, and checks each one.
 * @throws ParleyError INVALID_INPUT the host is private, or the page is not text; LIMIT_REACHED, TIMEOUT,
 *   PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL
 * @throws the reason of `signal`
 */
export async function fetchPage(address: URL, options: PageFetchOptions): Promise<FetchedPage> {
  const { clock, signal } = options
  const deadline = new AbortController()
  const cancelDeadline = clock.after(fetchTimeoutMs, () =>
    deadline.abort(failure('TIMEOUT', 'web', { host: address.host, timeoutMs: fetchTimeoutMs })),
  )
  try {
    return await followed(address, { ...options, signal: AbortSignal.any([signal, deadline.signal]) })
  } catch (error) {
    signal.throwIfAborted()
    deadline.signal.throwIfAborted()
    throw pageError(error, address)
  } finally {
    cancelDeadline()
  }
}

async function followed(address: URL, options: PageFetchOptions): Promise<FetchedPage> {
  let url = address
  for (let count = 0; count <= mostRedirects; count++) {
    const response = await request(url, options)
    const location = response.headers.get('location')
    if (!redirectStatuses.has(response.status) || location === null)
      return pageIn(response, url, options.clock)
    await response.body?.cancel()
    const to = pageAddress(URL.parse(location, url.href)?.href ?? location)
    if (!isSamePlace(url, to)) return { type: 'moved', to }
    url = to
  }
  throw failure('LIMIT_REACHED', 'web-redirects', { host: address.host })
}

async function request(url: URL, options: PageFetchOptions): Promise<Response> {
  const { clock, version, signal, resolveName, onOpened, onClosed } = options
  const isNamed = options.isNamed(url)
  if (!isNamed) assertPublicHost(url)
  const upstreamFetch = createUpstreamFetch({
    peer: peerOf(url.host, url.href, null),
    clock,
    onOpened,
    onClosed,
    returnsRedirects: true,
    ...(isNamed ? {} : { lookup: publicLookup(resolveName) }),
  })
  return upstreamFetch(url, {
    headers: {
      accept: accepted,
      'accept-encoding': 'gzip, br, deflate',
      'user-agent': `Parley/${version}`,
    },
    signal,
  })
}

async function pageIn(response: Response, url: URL, clock: Clock): Promise<FetchedPage> {
  const { host } = url
  // A page that refuses is a page; only proxies and networks have these statuses.
  if (response.status === 407 || response.status === 511) {
    const refusal = await networkRefusalIn(response, peerOf(host, url.href, null), clock)
    if (refusal.failure !== null) throw refusal.failure
  }
  const { mediaType, charset } = contentType(response.headers.get('content-type'))
  const refusal = !response.ok
    ? toolRefusal(`${host} did not return the page (status ${response.status}).`)
    : isReadable(mediaType)
      ? null
      : toolRefusal(`${host} sent a file of the type ${mediaType}, which is not text.`)
  if (refusal !== null) {
    await response.body?.cancel()
    throw refusal
  }
  return { type: 'page', url, mediaType, charset, bytes: await readBytes(response, host) }
}

/** The type and encoding in a header; a page without the header is what its bytes look like. */
function contentType(header: string | null): { mediaType: string; charset: string | null } {
  const [type = '', ...params] = (header ?? '').split(';').map((part) => part.trim())
  const charset = params.map((param) => /^charset\s*=\s*"?([\w.:-]{1,40})"?$/i.exec(param)?.[1]).find(Boolean)
  return { mediaType: type.toLowerCase().slice(0, 100), charset: charset ?? null }
}

const readableTypes =
  /^(?:|text\/[\w.+-]+|application\/(?:pdf|json|xml|javascript|ecmascript|x-ndjson|yaml|x-yaml|toml|sql|[\w.-]+\+(?:json|xml|yaml)))$/

function isReadable(mediaType: string): boolean {
  return readableTypes.test(mediaType)
}

/** @throws LIMIT_REACHED it is larger than a page may be; the connection is closed then */
async function readBytes(response: Response, host: string): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array()
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    sizeBytes += value.length
    if (sizeBytes > longestPageBytes) {
      await reader.cancel()
      const mebibytes = longestPageBytes / 1024 / 1024
      throw failure('LIMIT_REACHED', 'web-size', { host, mebibytes })
    }
    chunks.push(value)
  }
}

/** A failure of the connection, in the words for pages instead of those for providers. */
function pageError(error: unknown, { host }: URL): unknown {
  if (!(error instanceof ParleyError) || !error.code.startsWith('PROVIDER_')) return error
  const reason = networkReasonIn(error.data)
  if (reason !== null)
    return failure('PROVIDER_UNREACHABLE', reason, { proxy: '', ...error.data, address: host }, error)
  const networkCode = error.data?.['networkCode'] ?? ''
  const data = { host, networkCode }
  return error.code === 'PROVIDER_UNREACHABLE'
    ? failure('PROVIDER_UNREACHABLE', 'web', data, error)
    : failure('PROVIDER_PROTOCOL', 'web', data, error)
}
