import { fieldOf, type HttpMessage, modelIn } from '../http-message.ts'
import { sseEvent } from '../sse-event.ts'
import type {
  AnswerEvents,
  Asked,
  CallPiece,
  FakeError,
  Protocol,
  TokenField,
  UsageCounts,
} from './protocol.ts'

/** The default number of models per page. */
const defaultPageSize = 20

/** Anthropic's Messages API. Its list of models has the same path as OpenAI's; a header distinguishes them. */
export const anthropic: Protocol = {
  // Some clients add `?beta=true` for beta features.
  modelOf: ({ method, path, body }) =>
    method === 'POST' && /^\/v1\/messages(\?|$)/.test(path) ? modelIn(body) : null,
  wantsStream: ({ body }) => fieldOf(body, 'stream') === true,
  keyOf: (headers) => headers['x-api-key'] ?? null,
  modelList(message, modelIds) {
    const url = URL.parse(message.path, 'http://fake')
    if (message.method !== 'GET' || url?.pathname !== '/v1/models' || !hasVersion(message)) return undefined
    const start = modelIds.indexOf(url.searchParams.get('after_id') ?? '') + 1
    const page = modelIds.slice(start, start + Number(url.searchParams.get('limit') ?? defaultPageSize))
    return {
      data: page.map(modelEntry),
      has_more: start + page.length < modelIds.length,
      first_id: page[0] ?? null,
      last_id: page.at(-1) ?? null,
    }
  },
  events: (request) => new MessageEvents(request),
  refusal: (status, error) =>
    JSON.stringify({
      type: 'error',
      error: { type: statusTypes[status] ?? typeOf(error), message: error.message },
      request_id: 'req_fake',
    }),
}

/** The signature that this server adds to thinking. */
export function signatureOf(thought: string): string {
  return Buffer.from(`signed: ${thought}`).toString('base64')
}

function hasVersion({ headers }: HttpMessage): boolean {
  return headers['anthropic-version'] !== undefined
}

function modelEntry(id: string) {
  return {
    type: 'model',
    id,
    display_name: `The model ${id}`,
    created_at: '2026-01-01T00:00:00Z',
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: {
      image_input: { supported: true },
      pdf_input: { supported: true },
      thinking: { supported: true },
    },
  }
}

/** Maps OpenAI's finish reasons to Anthropic's. */
const stopReasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stop: 'end_turn',
    tool_calls: 'tool_use',
    length: 'max_tokens',
    content_filter: 'refusal',
  }),
)

const statusTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** The type of an error without a status. */
function typeOf({ code, type }: FakeError): string {
  if (typeof code === 'number') return statusTypes[code] ?? 'api_error'
  const name = `${code ?? ''} ${type ?? ''}`
  if (/rate_limit|quota/.test(name)) return 'rate_limit_error'
  if (/overloaded/.test(name)) return 'overloaded_error'
  return /server_error/.test(name) ? 'api_error' : 'invalid_request_error'
}

/**
 * The events of one message. Its blocks are numbered, and each is closed before the next begins, except for
 * calls whose arguments continue later. The events at the end are sent together, as in the real API.
 */
class MessageEvents implements AnswerEvents {
  readonly #asked: Asked
  #isBegun = false
  #nextIndex = 0
  /** The open block of text or thinking. */
  #open: { index: number; type: 'text' | 'thinking'; text: string } | null = null
  /** The open calls, by their index among the calls. */
  readonly #calls = new Map<number, { index: number; input: string }>()
  #stopReason: string | null = null

  constructor(asked: Asked) {
    this.#asked = asked
  }

  begin(): string {
    if (this.#isBegun) return ''
    this.#isBegun = true
    const { id, model } = this.#asked
    const message = {
      id: `msg_fake_${id}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      // A script gives the usage only at its end.
      usage: { input_tokens: 0, output_tokens: 0 },
    }
    return event({ type: 'message_start', message }) + event({ type: 'ping' })
  }

  token(field: TokenField, text: string): string {
    const type = field === 'content' ? 'text' : 'thinking'
    const opening = this.begin() + this.#opening(type)
    if (this.#open !== null) this.#open.text += text
    const delta = type === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text }
    return opening + this.#delta(this.#open?.index ?? 0, delta)
  }

  call(piece: CallPiece): string {
    let bytes = this.begin()
    let call = this.#calls.get(piece.index)
    if (call === undefined) {
      bytes += this.#closing() + this.#closingCalls(({ input }) => isJson(input))
      call = { index: this.#nextIndex++, input: '' }
      this.#calls.set(piece.index, call)
      const block = { type: 'tool_use', id: piece.id, name: piece.name, input: {} }
      bytes += event({ type: 'content_block_start', index: call.index, content_block: block })
    }
    call.input += piece.arguments
    return bytes + this.#delta(call.index, { type: 'input_json_delta', partial_json: piece.arguments })
  }

  finish(reason: string): string {
    this.#stopReason = stopReasons.get(reason) ?? reason
    return this.begin() + this.#closing() + this.#closingCalls(() => true)
  }

  usage({ promptTokens, completionTokens, reasoningTokens }: UsageCounts): string {
    return this.#end({
      input_tokens: promptTokens,
      output_tokens: completionTokens,
      ...(reasoningTokens === 0 ? {} : { output_tokens_details: { thinking_tokens: reasoningTokens } }),
    })
  }

  done(): string {
    const end = this.#stopReason === null ? '' : this.#end({ output_tokens: 0 })
    return end + event({ type: 'message_stop' })
  }

  error(error: FakeError): string {
    return event({ type: 'error', error: { type: typeOf(error), message: error.message } })
  }

  #end(usage: Record<string, unknown>): string {
    const delta = { stop_reason: this.#stopReason, stop_sequence: null }
    this.#stopReason = null
    return event({ type: 'message_delta', delta, usage })
  }

  #opening(type: 'text' | 'thinking'): string {
    if (this.#open?.type === type) return ''
    const closing = this.#closing() + this.#closingCalls(() => true)
    this.#open = { index: this.#nextIndex++, type, text: '' }
    const block = type === 'text' ? { type, text: '' } : { type, thinking: '', signature: '' }
    return closing + event({ type: 'content_block_start', index: this.#open.index, content_block: block })
  }

  #closing(): string {
    const open = this.#open
    if (open === null) return ''
    this.#open = null
    const signature =
      open.type === 'thinking'
        ? this.#delta(open.index, { type: 'signature_delta', signature: signatureOf(open.text) })
        : ''
    return signature + event({ type: 'content_block_stop', index: open.index })
  }

  #closingCalls(isOver: (call: { input: string }) => boolean): string {
    let bytes = ''
    for (const [number, call] of this.#calls) {
      if (!isOver(call)) continue
      this.#calls.delete(number)
      bytes += event({ type: 'content_block_stop', index: call.index })
    }
    return bytes
  }

  #delta(index: number, delta: Record<string, unknown>): string {
    return event({ type: 'content_block_delta', index, delta })
  }
}

/** An event named after its type. */
function event(data: { type: string } & Record<string, unknown>): string {
  return sseEvent(JSON.stringify(data), data.type)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // Its last piece is still to come.
  }
}
