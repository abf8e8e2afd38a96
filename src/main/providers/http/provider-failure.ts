import { oneLine } from '../../../shared/text/one-line'
import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { boundDepth, parseForeignJson } from '../../../shared/json-depth'
import { assertNever } from '../../../shared/invariant'
import { isRecord } from '../../../shared/record'
import type { Clock } from '../../base/clock'
import { redactText } from '../../base/redaction/redaction'
import { durationMs, retryAfterMs, waitIn } from './asked-wait'
import { codesIn, messagesIn } from './error-words'
import { lastingReason } from './lasting-refusal'
import { type Peer, peerData } from './peer'
import { readBounded } from './read-bounded'

/** The longest part of a refusal that is read; its message is within that. */
const errorBodyBytes = 64 * 1024
/** How long to wait for the body of a refusal; the status alone is enough. */
const errorBodyTimeoutMs = 2_000
/** The longest part of a provider's own message that is shown. */
const shownChars = 500

type FailureCode =
  | 'PROVIDER_AUTH'
  | 'PROVIDER_RATE_LIMIT'
  | 'PROVIDER_OVERLOADED'
  | 'PROVIDER_BAD_REQUEST'
  | 'PROVIDER_PROTOCOL'

/** A provider's own error message, read from any of the usual shapes. */
export interface ProviderMessage {
  text: string
  /** Names such as `rate_limit_exceeded`, or a status number. */
  codes: (string | number)[]
  /** How long it asks to wait, if the message says so and not a header. */
  retryAfterMs: number | null
  /** The request field that the error is about. */
  param?: string
}

/** The error for a response that is not an answer. Reads at most 64 kB of the body, for at most 2 s. */
export async function failureOf(response: Response, peer: Peer, clock: Clock): Promise<ParleyError> {
  const text = await bodyText(response, clock)
  const message = messageIn(text) ?? messageInCut(text) ?? (response.ok ? null : plainMessage(text))
  if (!response.ok) {
    const networks = networkRefusal(response, text, message, peer)
    if (networks !== null) return networks
    const retryMs = retryAfterMs(response.headers, clock.now()) ?? message?.retryAfterMs ?? null
    return statusError(response.status, message, peer, retryMs)
  }
  return message === null
    ? noStreamError(peer, response.status, looksLikePage(text))
    : messageError(message, peer)
}

/** The error for a response of another type. */
export function noStreamError(peer: Peer, status: number, isPage: boolean): ParleyError {
  return failure('PROVIDER_PROTOCOL', isPage ? 'web-page' : 'no-stream', { ...peerData(peer), status })
}

/** The readable part of a body. A truncated one loses its message, never its status. */
async function bodyText(response: Response, clock: Clock): Promise<string> {
  try {
    return (await readBounded(response, errorBodyBytes, { clock, timeoutMs: errorBodyTimeoutMs })).text
  } catch {
    return ''
  }
}

/** The error for an HTTP status. */
function statusError(
  status: number,
  message: ProviderMessage | null,
  peer: Peer,
  waitMs: number | null,
): ParleyError {
  const code =
    status === 400 && message !== null && isKeyRefused(message) ? 'PROVIDER_AUTH' : codeOfStatus(status)
  return refusalError(code, message, peer, { status, waitMs })
}

/** The error for a message without a status: in a 200, or in mid-stream. */
export function messageError(message: ProviderMessage, peer: Peer): ParleyError {
  return refusalError(codeOfMessage(message), message, peer, { status: null, waitMs: message.retryAfterMs })
}

/**
 * `isUnpaid` in the data: the account is empty, and waiting does not help. `cannotPass`: waiting does not help for
 * another reason. `said` is omitted when it may quote a key.
 */
function refusalError(
  meant: FailureCode,
  message: ProviderMessage | null,
  peer: Peer,
  { status, waitMs }: { status: number | null; waitMs: number | null },
): ParleyError {
  const isUnpaid = saysUnpaid(status, message)
  const isForbidden = status === 403
  const isOverload = meant === 'PROVIDER_OVERLOADED'
  const lasting = message === null ? null : lastingReason(message, isOverload)
  // Many servers report every failure as one of their own.
  const code = isOverload && lasting !== null ? 'PROVIDER_BAD_REQUEST' : meant
  const data = {
    ...peerData(peer),
    ...(status === null ? {} : { status }),
    ...(isUnpaid ? { isUnpaid } : {}),
    ...(code === 'PROVIDER_RATE_LIMIT' && lasting === 'request' ? { cannotPass: true } : {}),
    ...(message?.param === undefined ? {} : { param: message.param }),
    ...(message === null || (code === 'PROVIDER_AUTH' && !isForbidden)
      ? {}
      : { said: shown(message.text, peer) }),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  }
  switch (code) {
    case 'PROVIDER_AUTH':
      if (!isForbidden) return failure(code, 'key', data)
      return failure(
        code,
        message === null ? 'forbidden-mute' : isRegion(message) ? 'region' : 'forbidden',
        data,
      )
    case 'PROVIDER_RATE_LIMIT':
      if (isUnpaid) return failure(code, 'unpaid', data)
      return failure(code, lasting === null ? 'busy' : 'too-much', data)
    case 'PROVIDER_OVERLOADED':
      return failure(code, 'overloaded', data)
    case 'PROVIDER_BAD_REQUEST':
      if (lasting === 'memory') return failure(code, 'memory', data)
      if (status === 413) return failure(code, 'too-large', data)
      if (message !== null && isRegion(message)) return failure(code, 'region', data)
      return failure(code, message === null ? 'refused-without-reason' : 'refused', data)
    case 'PROVIDER_PROTOCOL':
      return failure(code, 'error', data)
    default:
      return assertNever(code)
  }
}

/** OpenAI reports an empty account with the status of a rate limit, others in a 200 by a code or a message. */
function saysUnpaid(status: number | null, message: ProviderMessage | null): boolean {
  const { codes = [], text = '' } = message ?? {}
  return status === 402 || codes.some((code) => unpaidCodes.test(String(code))) || unpaidWords.test(text)
}

/** Whole words only, because servers are also short of capacity or permissions, and load is balanced. */
const unpaidCodes =
  /^402$|insufficient[ _-]?(?:user[ _-]?)?(?:account[ _-]?)?(?:quota|balance|credits?|funds?)|billing|credit|payment|arrear|(?<!load[ _-]?)balance(?!r)/i

/** Not "quota": Google uses it for the per-minute limit. */
const unpaidWords =
  /insufficient[ _](?:user[ _])?(?:account[ _])?(?:credits?|balance|funds)|(?:out of|not enough|no|never purchased) credits?\b|credit balance|payment required|(?:account|subscription)[^.]{0,30}(?:arrears|overdue)/i

/** The provider does not serve the country that the request seems to come from. */
function isRegion({ text, codes }: ProviderMessage): boolean {
  const words = /(?:country|region|territory|location)[^.]{0,40}(?:not (?:supported|available)|unsupported)/i
  return (
    words.test(text) ||
    codes.some((code) => /unsupported_country|region_not|not_available_in/i.test(String(code)))
  )
}

/** Names of proxies and filters, and what their pages say. */
const filterWords =
  /\b(?:proxy|firewall|web ?filter|zscaler|netskope|forti(?:gate|guard|net)|forcepoint|bluecoat|sophos|palo alto|squid|cisco umbrella|barracuda|mcafee web|access policy|(?:company|network|it|security) policy)\b/i

/** The error for an answer that comes from the network on the way and not from the provider; null for any other. */
function networkRefusal(
  { status, headers }: Response,
  text: string,
  message: ProviderMessage | null,
  peer: Peer,
): ParleyError | null {
  const isPage = looksLikePage(text)
  const said = message?.text ?? (isPage ? titleOf(text) : '')
  const data = { ...peerData(peer), status, ...(said === '' ? {} : { said: shown(said, peer) }) }
  if (/plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i.test(text)) {
    return failure('PROVIDER_PROTOCOL', 'needs-tls', data)
  }
  if (status === 407) return failure('PROVIDER_UNREACHABLE', 'proxy-sign-in', { ...data, cannotPass: true })
  const isOfProxy = headers.has('x-squid-error') && status >= 500
  // It could not reach the server, which may pass.
  if (isOfProxy) return failure('PROVIDER_UNREACHABLE', 'proxy-refused', data)
  if (status === 511) return failure('PROVIDER_UNREACHABLE', 'network-sign-in', data)
  const isChallenge = headers.get('cf-mitigated') === 'challenge'
  const isForbidden = status === 403 || status === 451
  const isOfFilter = isForbidden && (isPage || headers.has('x-squid-error') || filterWords.test(said))
  if (!isChallenge && !isOfFilter) return null
  const reason = isPage || isChallenge ? 'blocked' : 'filtered'
  return failure('PROVIDER_UNREACHABLE', reason, { ...data, cannotPass: true })
}

/**
 * Like `failureOf`, for a response whose other contents are no concern of providers. Only a response with a status of
 * the network is read; its text is returned then, and null otherwise.
 */
export async function networkRefusalIn(
  response: Response,
  peer: Peer,
  clock: Clock,
): Promise<{ failure: ParleyError | null; text: string | null }> {
  const isSuspect = networkStatuses.has(response.status) || response.headers.has('cf-mitigated')
  if (!isSuspect) return { failure: null, text: null }
  const text = await bodyText(response, clock)
  const message = messageIn(text) ?? plainMessage(text)
  return { failure: networkRefusal(response, text, message, peer), text }
}

/** The statuses of proxies and filters. */
const networkStatuses: ReadonlySet<number> = new Set([403, 407, 451, 502, 503, 504, 511])

/** The title of a web page, or its first heading. */
function titleOf(page: string): string {
  const [, title = ''] = /<(?:title|h1)[^>]*>([^<]{1,500})</i.exec(page) ?? []
  return title.trim()
}

/** Google and xAI reject a wrong key with a 400, like any invalid argument. */
function isKeyRefused({ text, codes }: ProviderMessage): boolean {
  return codes.includes('API_KEY_INVALID') || /^(incorrect|invalid) api key/i.test(text)
}

/** The provider's message in a body or an event; null when there is none. */
export function messageIn(body: unknown): ProviderMessage | null {
  const parsed = typeof body === 'string' ? parseJson(body) : boundDepth(body)
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isRecord(first)) return null
  // The event of a failed response contains the error in that response.
  const value = isRecord(first['response']) ? first['response'] : first
  const { error } = value
  const label = typeof error === 'string' ? error.trim() : ''
  const [said] = [label === '' ? error : undefined, value, value['text']].flatMap((words) =>
    messagesIn(words),
  )
  if (said === undefined) return null
  const inner = [error, value['errors'], value['base_resp']].flat().find(isRecord) ?? value
  // An adapter passes a stream error on with the provider's own error in `data`.
  const { reasons, retryAfterMs: waitMs } = detailsOf(isRecord(inner['data']) ? inner['data'] : inner)
  const { param } = inner
  const isName = /^[\w.-]+$/.test(label)
  return {
    // Many put the status in `error` and the reason in `message`.
    text: [...(label === '' || isName || label === said ? [] : [`${label}:`]), said, ...passedOn(inner)].join(
      ' ',
    ),
    codes: [
      ...codesIn(inner),
      ...(inner === value ? [] : statusesIn(value)),
      ...(isName ? [label] : []),
      ...reasons,
    ],
    retryAfterMs: waitMs ?? waitIn(said),
    ...(typeof param === 'string' ? { param } : {}),
  }
}

/** An object around an error may contain its status; its other names belong to the event. */
function statusesIn(value: Record<string, unknown>): (string | number)[] {
  return codesIn(value).filter((code) => /^[45]\d\d$/.test(String(code)))
}

/** OpenRouter passes on the message of the provider behind it. */
function passedOn({ metadata }: Record<string, unknown>): string[] {
  const raw = isRecord(metadata) ? metadata['raw'] : null
  return typeof raw === 'string' ? [messageIn(raw)?.text ?? raw] : []
}

/** The message of a body that was too long to be read whole. */
function messageInCut(body: string): ProviderMessage | null {
  const quoted = /"(?:message|Message|msg|detail|error|error_msg)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(
    body.slice(0, errorBodyBytes),
  )?.[1]
  const text = quoted === undefined ? null : parseJson(quoted)
  if (typeof text !== 'string' || text === '') return null
  const codes = [
    ...body
      .slice(0, errorBodyBytes)
      .matchAll(/"(?:code|type|status)"\s*:\s*(?:"([^"\\]{1,100})"|(\d{3})\b)/g),
  ]
  return {
    text,
    codes: codes.slice(0, 5).map(([, word, status]) => word ?? Number(status)),
    retryAfterMs: waitIn(text),
  }
}

/** A refusal in plain text, as proxies and small servers write it. */
function plainMessage(body: string): ProviderMessage | null {
  const text = body.trim()
  return text === '' || /^[<{[]/.test(text) ? null : { text, codes: [], retryAfterMs: waitIn(text) }
}

function codeOfStatus(status: number): FailureCode {
  if (status === 401 || status === 403) return 'PROVIDER_AUTH'
  if (status === 402 || status === 429) return 'PROVIDER_RATE_LIMIT'
  // 501 and 505: the server will never do this.
  if (status >= 500 && status !== 501 && status !== 505) return 'PROVIDER_OVERLOADED'
  return 'PROVIDER_BAD_REQUEST'
}

const codeNames: [pattern: RegExp, code: FailureCode][] = [
  [/api_?key|auth|permission|forbidden|_scope/i, 'PROVIDER_AUTH'],
  [/rate_?limit|quota|billing|credit|too_many|resource_?exhausted/i, 'PROVIDER_RATE_LIMIT'],
  [
    /overload|unavailable|server_?error|api_error|timeout|internal|capacity|insufficient_(?:system_)?resource|load_?balancer/i,
    'PROVIDER_OVERLOADED',
  ],
  [/invalid|not_?found|context_length|too_large|bad_?request|unsupported/i, 'PROVIDER_BAD_REQUEST'],
]

function codeOfMessage(message: ProviderMessage): FailureCode {
  if (saysUnpaid(null, message)) return 'PROVIDER_RATE_LIMIT'
  for (const name of message.codes) {
    const status = Number(name)
    if (status >= 400 && status < 600) return codeOfStatus(status)
  }
  for (const [pattern, code] of codeNames) {
    if (message.codes.some((name) => pattern.test(String(name)))) return code
  }
  return 'PROVIDER_PROTOCOL'
}

/** A provider may quote the key that it rejects; anything that looks like a key is removed. */
function shown(text: string, peer: Peer): string {
  const known = peer.secret === null ? text : text.replaceAll(peer.secret, '[redacted]')
  const line = redactText(oneLine(known))
  return line.length > shownChars ? `${line.slice(0, shownChars)}…` : line
}

function looksLikePage(text: string): boolean {
  return /^\s*<(!doctype|html)/i.test(text)
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return null // Web pages and plain text are expected here; they contain no message in a known shape.
  }
}

/** The details of a Google error besides its message. */
interface ErrorDetails {
  /** Names such as `API_KEY_INVALID`. */
  reasons: string[]
  retryAfterMs: number | null
}

/**
 * Reads the `details` of an error, where Google puts what others put into codes and headers; other errors have none.
 * @see https://cloud.google.com/apis/design/errors#error_details
 */
function detailsOf(error: Record<string, unknown>): ErrorDetails {
  const { details } = error
  const found: ErrorDetails = { reasons: [], retryAfterMs: null }
  if (!Array.isArray(details)) return found
  for (const detail of details as unknown[]) {
    if (typeof detail !== 'object' || detail === null) continue
    if ('reason' in detail && typeof detail.reason === 'string') found.reasons.push(detail.reason)
    if ('retryDelay' in detail) found.retryAfterMs ??= durationMs(detail.retryDelay)
  }
  return found
}
