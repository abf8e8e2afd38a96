import { isRecord } from '../../../shared/record'
import { codesIn, meansSuccess, messagesIn } from '../http/error-words'
import { messageIn, type ProviderMessage } from '../http/provider-failure'
import { type Foreign, nameIn, textIn } from './foreign'
import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { type Peer, peerData } from '../http/peer'

/** The error in an event of any family; null when it contains none. */
export function errorIn(event: Foreign, name: string): ProviderMessage | null {
  const isNamed = name === 'error' || event['type'] === 'error' || event['object'] === 'error'
  return isNamed || isError(event['error']) ? messageOf(event) : null
}

/**
 * The error in an event without content: vLLM, MiniMax and many gateways report errors without the field `error`, by a
 * status, a code with a message, or a message in a field that only errors have. `name`: that of the event in its stream.
 */
export function bareErrorIn(event: Foreign, name = ''): ProviderMessage | null {
  const hasStatus = [event['code'], event['status']].some((status) => /^[45]\d\d$/.test(nameIn(status)))
  if (!hasStatus && isKeepAlive(event)) return null
  const { base_resp: base } = event
  const hasCode =
    [event['error_code'], event['errcode'], event['status_code']].some(isErrorCode) ||
    (isRecord(base) && isErrorCode(base['status_code'])) ||
    (isErrorCode(event['code']) && saidIn(event) !== '')
  const isRefused = event['success'] === false || event['ok'] === false
  const { detail, errors, error_message: message, error_msg: shortMessage } = event
  const hasErrorWords = messagesIn([detail, errors, message, shortMessage]).length > 0
  // A message alone may be progress if the event names its type, or if it says so.
  const said = saidIn({ message: event['message'], msg: event['msg'] })
  const isNamed = hasName(event) || !/^(?:message)?$/i.test(name)
  const hasOnlyMessage = said !== '' && !isNamed && !isFine(event) && !progressWords.test(said)
  return hasStatus || hasCode || isRefused || hasErrorWords || hasOnlyMessage ? messageOf(event) : null
}

const progressWords =
  /\b(?:is |are )?(?:still )?(?:loading|warming up|queued|in (?:the )?queue|starting|preparing|processing)\b/i

/** True if text in place of an event is a plain-text error. */
export function isErrorText(text: string): boolean {
  return /^\W*(?:[a-z]+ ){0,3}(?:[a-z]*error|[a-z]*exception|failure|failed|time-?out|timed out)\b|^traceback\b/i.test(
    text,
  )
}

/** True if an event only says that the server is still working. */
export function isKeepAlive(event: Foreign): boolean {
  const names = ['type', 'event', 'object', 'status', 'state'].map((field) => textIn(event[field]))
  return names.some((name) =>
    /^(?:ping|pong|heartbeat|keep[-_ ]?alive|progress|status|queued?|processing|in_progress|pending|running|started|loading)$/i.test(
      name,
    ),
  )
}

/** True if the field `error` reports an error; many servers send it with every event. */
function isError(error: unknown): boolean {
  if (typeof error === 'boolean') return error
  if (typeof error === 'string' || typeof error === 'number') return !meansSuccess(error)
  if (Array.isArray(error)) return error.some(isError)
  if (!isRecord(error)) return false
  const words = messagesIn(error).filter((said) => !meansSuccess(said))
  return words.length > 0 || codesIn(error).some((code) => !meansSuccess(code))
}

function messageOf(event: Foreign): ProviderMessage {
  const codes = codesIn(isRecord(event['error']) ? event['error'] : event)
  return messageIn(event) ?? { text: 'an error without a message', codes, retryAfterMs: null }
}

function isErrorCode(code: unknown): boolean {
  return (typeof code === 'number' || typeof code === 'string') && !meansSuccess(code)
}

function isFine(event: Foreign): boolean {
  return (
    event['success'] === true ||
    ['code', 'status', 'msg', 'message'].some(
      (field) => nameIn(event[field]) !== '' && meansSuccess(nameIn(event[field])),
    )
  )
}

function hasName(event: Foreign): boolean {
  return ['type', 'event', 'object', 'status', 'state'].some((field) => textIn(event[field]) !== '')
}

function saidIn(event: Foreign): string {
  return messagesIn(event).find((said) => !meansSuccess(said)) ?? textIn(event['text'])
}

/** Converts an error to its coded form; PROVIDER_PROTOCOL if it has no code. */
export function toProviderError(error: unknown, peer: Peer): ParleyError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ParleyError) return cause
  }
  return unreadableError(peer, error)
}

/** The error for a stream that could not be read. */
export function unreadableError(peer: Peer, cause?: unknown): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'unreadable', peerData(peer), cause)
}

/** The error for a stream that ended without saying that the answer is complete. */
export function unfinishedError(peer: Peer): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'unfinished', { ...peerData(peer), mayHaveCost: true })
}
