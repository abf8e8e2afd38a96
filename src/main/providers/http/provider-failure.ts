import { oneLine } from '../../../shared/text/one-line'
import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { boundDepth, parseForeignJson } from '../../../shared/json-depth'
import { assertNever } from '../../../shared/invariant'
import { isRecord } from '../../../shared/record'
import type { Clock } from '../../base/clock'
import { redactText } from '../../base/redaction/redaction'
import { codesIn, messagesIn } from './error-words'
import { type Peer, peerData } from './peer'
import { readBounded } from './read-bounded'

/** How much of a refusal is read; its message is within that. */
const errorBodyBytes = 64 * 1024
/** How long to wait for the body of a refusal; the status alone is enough. */
const errorBodyTimeoutMs = 2_000
/** How much of a provider's own message is shown. */
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
    const retryMs = retryAfterMs(response.headers) ?? message?.retryAfterMs ?? null
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

/** `isUnpaid` in the data: waiting does not help. `said` is omitted when it may quote a key. */
function refusalError(
  code: FailureCode,
  message: ProviderMessage | null,
  peer: Peer,
  { status, waitMs }: { status: number | null; waitMs: number | null },
): ParleyError {
  const isUnpaid = saysUnpaid(status, message)
  const isForbidden = status === 403
  const data = {
    ...peerData(peer),
    ...(status === null ? {} : { status }),
    ...(isUnpaid ? { isUnpaid } : {}),
    ...(message?.param === undefined ? {} : { param: message.param }),
    ...(message === null || (code === 'PROVIDER_AUTH' && !isForbidden)
      ? {}
      : { said: shown(message.text, peer) }),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  }
  switch (code) {
    case 'PROVIDER_AUTH':
      return failure(code, isForbidden ? 'forbidden' : 'key', data)
    case 'PROVIDER_RATE_LIMIT':
      return failure(code, isUnpaid ? 'unpaid' : 'busy', data)
    case 'PROVIDER_OVERLOADED':
      return failure(code, 'overloaded', data)
    case 'PROVIDER_BAD_REQUEST':
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
    retryAfterMs: waitMs,
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
    retryAfterMs: null,
  }
}

/** A refusal in plain text, as proxies and small servers write it. */
function plainMessage(body: string): ProviderMessage | null {
  const text = body.trim()
  return text === '' || /^[<{[]/.test(text) ? null : { text, codes: [], retryAfterMs: null }
}

function codeOfStatus(status: number): FailureCode {
  if (status === 401 || status === 403) return 'PROVIDER_AUTH'
  if (status === 402 || status === 429) return 'PROVIDER_RATE_LIMIT'
  if (status >= 500) return 'PROVIDER_OVERLOADED'
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

/** What the details of a Google error contain besides its message. */
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

/** A duration in JSON, such as `7s` or `0.25s`. */
function durationMs(duration: unknown): number | null {
  const seconds = typeof duration === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1] : undefined
  return seconds === undefined ? null : Math.round(Number(seconds) * 1_000)
}

/**
 * How many milliseconds an answer asks to wait: `Retry-After-Ms`, a finer variant that some providers add, or
 * `Retry-After` in seconds or as a date relative to the answer's own `Date`; null when it has neither.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(headers: Headers): number | null {
  const fine = headers.get('retry-after-ms')
  if (fine !== null && /^\d+(\.\d+)?$/.test(fine.trim())) return Math.round(Number(fine))
  const header = headers.get('retry-after')
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.round(seconds * 1000)
  const waitMs = Date.parse(header) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}
