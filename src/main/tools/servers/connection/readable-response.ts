import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

import { serverFailure } from '../../../../shared/failures/server-failure'
import { isRecord } from '../../../../shared/record'
import type { MessageReader } from './message-reader'

/** The start of a body that is a stream of events. */
const eventStart = /^(?:data|event|id|retry)?:/
const sessionHeader = 'mcp-session-id'

/**
 * Turns the answers of an HTTP server into answers that the library can read, whatever their content type says: a list of
 * messages, or events with one message each.
 */
export class ReadableResponses {
  readonly #reader: MessageReader
  readonly #server: string
  readonly #onForeign: (text: string) => void
  /** The server may answer a request in another stream. */
  #isListening = false

  constructor(reader: MessageReader, deps: { server: string; onForeign: (text: string) => void }) {
    this.#reader = reader
    this.#server = deps.server
    this.#onForeign = deps.onForeign
  }

  /** @throws SERVER_FAILED the session is lost, or there is no answer */
  async read(response: Response, init: RequestInit): Promise<Response> {
    if ((init.method ?? 'GET') === 'GET') {
      this.#isListening ||= response.ok
      return response.ok && response.body !== null ? this.#events(response, response.body, null) : response
    }
    const request = requestIn(init.body)
    if (request === null) return response
    const hasSession = new Headers(init.headers).has(sessionHeader)
    if (!response.ok) return hasSession ? this.#refusal(response) : response
    if (response.body === null) return this.#empty(response)
    const { start, body } = await peeked(response.body)
    if (start === '') return this.#empty(sameResponse(response, ''))
    if (start.startsWith('{') || start.startsWith('[')) return this.#json(response, body, request, hasSession)
    if (eventStart.test(start) || isEventStream(response)) return this.#events(response, body, request)
    return sameResponse(response, body)
  }

  /** A request in a session that the server no longer knows has not been executed. */
  async #refusal(response: Response): Promise<Response> {
    const { status, headers } = response
    if (status === 404 || status === 410) throw serverFailure('session-lost', { server: this.#server })
    // Some servers use other words of HTTP, such as 401 and 422, but then no sign-in is named.
    if (status >= 500 || status === 429 || headers.has('www-authenticate')) return response
    const text = await response.text()
    if (/session/i.test(text)) throw serverFailure('session-lost', { server: this.#server })
    return sameResponse(response, text)
  }

  #empty(response: Response): Response {
    // The answer may come in the stream of the session.
    if (this.#isListening) {
      const accepted = new Response(null, { status: 202 })
      return Object.defineProperty(accepted, 'url', { value: response.url })
    }
    throw serverFailure('unreadable', { server: this.#server })
  }

  async #json(
    response: Response,
    body: ReadableStream<Uint8Array>,
    request: RequestId,
    hasSession: boolean,
  ): Promise<Response> {
    const values = jsonIn((await new Response(body).text()).trim())
    if (hasSession && values.some(isSessionError)) {
      throw serverFailure('session-lost', { server: this.#server })
    }
    const messages = values.flatMap((value) => this.#reader.read(value, request) ?? [])
    if (this.#reader.isOpen(request)) throw serverFailure('unreadable', { server: this.#server })
    return ofType(sameResponse(response, JSON.stringify(messages)), 'application/json')
  }

  #events(response: Response, body: ReadableStream<Uint8Array>, request: RequestId | null): Response {
    const rewriter = new EventRewriter((data) => this.#messagesIn(data, request))
    const events = body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(
        new TransformStream<string, string>({
          transform: (text, controller) => controller.enqueue(rewriter.push(text)),
          flush: (controller) => controller.enqueue(rewriter.end()),
        }),
      )
      .pipeThrough(new TextEncoderStream())
    return ofType(sameResponse(response, events), 'text/event-stream')
  }

  #messagesIn(data: string, request: RequestId | null): JSONRPCMessage[] {
    const [value] = jsonIn(data)
    const messages = value === undefined ? null : this.#reader.read(value, request)
    if (messages === null) this.#onForeign(data)
    return messages ?? []
  }
}

/** An answer that the official library sends with the status 404, and others with 200. */
function isSessionError(value: unknown): boolean {
  const error = isRecord(value) ? value['error'] : null
  return isRecord(error) && error['code'] === -32_001 && /session/i.test(String(error['message']))
}

/** The id of the request in the body of a POST; null if it is an answer or a notification. */
function requestIn(body: unknown): RequestId | null {
  if (typeof body !== 'string') return null
  const message: unknown = JSON.parse(body)
  if (!isRecord(message) || message['method'] === undefined) return null
  const { id } = message
  return typeof id === 'number' || typeof id === 'string' ? id : null
}

/** The first characters of a body other than white space, and the whole body. */
async function peeked(
  body: ReadableStream<Uint8Array>,
): Promise<{ start: string; body: ReadableStream<Uint8Array> }> {
  const reader = body.getReader()
  const read: Uint8Array[] = []
  const decoder = new TextDecoder()
  let start = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    read.push(value)
    start = (start + decoder.decode(value, { stream: true })).trimStart()
    if (start !== '') break
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const [first] = read.splice(0, 1)
      if (first !== undefined) return controller.enqueue(first)
      const { value, done } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { start: start.slice(0, 100), body: rest }
}

/** One value, or one for each line; nothing for anything else. */
function jsonIn(text: string): unknown[] {
  try {
    return [JSON.parse(text.trim()) as unknown]
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return lines.length > 1 ? lines.flatMap((line) => jsonIn(line)) : []
  }
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') === true
}

function ofType(response: Response, type: string): Response {
  response.headers.set('content-type', type)
  return response
}

/**
 * Rewrites a stream of events, so that each has one message and the name that the library reads. Ids of events are kept,
 * because the library resumes a stream with them.
 */
class EventRewriter {
  readonly #read: (data: string) => JSONRPCMessage[]
  #line = ''
  #endedInReturn = false
  #data: string[] = []
  #id: string | null = null

  /** `read`: the messages in the data of an event. */
  constructor(read: (data: string) => JSONRPCMessage[]) {
    this.#read = read
  }

  /** Returns the rewritten form of the events that this text completes. */
  push(text: string): string {
    if (text === '') return ''
    // The second half of a line end.
    const from = this.#endedInReturn && text.startsWith('\n') ? 1 : 0
    this.#endedInReturn = text.endsWith('\r')
    const [first = '', ...others] = text.slice(from).split(/\r\n|\r|\n/)
    this.#line += first
    let written = ''
    for (const next of others) {
      written += this.#take(this.#line)
      this.#line = next
    }
    return written
  }

  /** The last event, also if the empty line after it is missing. */
  end(): string {
    const written = this.#take(this.#line)
    this.#line = ''
    return written + this.#take('')
  }

  #take(line: string): string {
    if (line === '') return this.#event()
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    switch (name.replace(/^\uFEFF/, '')) {
      case 'data':
        this.#data.push(value)
        return ''
      case 'id':
        this.#id = value
        return ''
      case 'retry':
        return `retry: ${value}\n`
      case '':
        // A comment, which shows that the server is alive.
        return ':\n'
      default:
        return ''
    }
  }

  #event(): string {
    const data = this.#data.join('\n')
    const id = this.#id === null ? '' : `id: ${this.#id}\n`
    this.#data = []
    this.#id = null
    const messages = data.trim() === '' ? [] : this.#read(data)
    if (messages.length === 0) return id === '' ? '' : `${id}data:\n\n`
    return messages.map((message) => `${id}data: ${JSON.stringify(message)}\n\n`).join('')
  }
}

/** The response with another body, whose length and encoding are its own. */
export function sameResponse(
  { status, statusText, headers, url }: Response,
  body: string | ReadableStream<Uint8Array>,
): Response {
  const kept = new Headers(headers)
  kept.delete('content-length')
  kept.delete('content-encoding')
  const same = new Response(body, { status, statusText, headers: kept })
  // The library compares it with the address that it asked.
  Object.defineProperty(same, 'url', { value: url })
  return same
}
