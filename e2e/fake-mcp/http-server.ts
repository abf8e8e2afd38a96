import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Conversation, type Message } from './conversation.ts'
import type { Fault } from './faults.ts'
import { FakeSignIn, type SignInVariant } from './sign-in.ts'

/** A fake MCP server over HTTP. */
export interface FakeHttpServer {
  url: string
  /** The names of the requests that it got, and those of its sign-in. */
  requests: string[]
  /** The path of each request, to which host it was sent, with its headers and body. */
  received: { host: string; path: string; headers: IncomingHttpHeaders; body: string }[]
  signIn: FakeSignIn | null
  close(): Promise<void>
}

/**
 * Starts the fake server on this machine. With `signIn`, it answers only requests with a token; `origin` is where clients
 * find it, by default at its port.
 */
export async function startFakeHttpServer(
  options: { faults?: readonly Fault[]; signIn?: SignInVariant; origin?: string } = {},
): Promise<FakeHttpServer> {
  const sessions = new Map<string, HttpSession>()
  const requests: string[] = []
  const received: FakeHttpServer['received'] = []
  const faults = new Set(options.faults)
  let signIn: FakeSignIn | null = null
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1')
    const { headers } = request
    received.push({ host: headers.host?.split(':')[0] ?? '', path: pathname, headers, body })
    if (signIn?.answer(request, response, body) === true) {
      requests.push(pathname)
      return
    }
    if (pathname !== '/mcp') return void response.writeHead(404).end()
    if (signIn !== null && !signIn.isValid(request.headers.authorization)) {
      requests.push('refused')
      signIn.refuse(response)
      return
    }
    const id = String(request.headers['mcp-session-id'] ?? '')
    if (request.method === 'GET') return void response.writeHead(405).end()
    if (request.method === 'DELETE') {
      sessions.get(id)?.end()
      sessions.delete(id)
      return void response.writeHead(200).end()
    }
    const message = JSON.parse(body) as Message
    requests.push(message.method ?? 'answer')
    if (faults.has('newer')) {
      const only = sessions.get('') ?? new HttpSession(faults, {})
      sessions.set('', only)
      only.take(message, response, null)
      return
    }
    if (message.method === 'initialize') {
      const newId = randomUUID()
      const forget = () => void sessions.delete(newId)
      const session = new HttpSession(faults, { crash: forget, forget })
      sessions.set(newId, session)
      session.take(message, response, newId)
      return
    }
    const session = sessions.get(id)
    if (session === undefined) {
      if (message.method === 'server/discover') return void response.writeHead(400).end()
      refuse(response, message, faults)
      return
    }
    session.take(message, response, null)
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (options.signIn !== undefined) signIn = new FakeSignIn(options.origin ?? origin, options.signIn)
  return {
    url: `${origin}/mcp`,
    requests,
    received,
    signIn,
    close() {
      for (const session of sessions.values()) session.end()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The session is not known. */
function refuse(response: ServerResponse, { id }: Message, faults: ReadonlySet<Fault>): void {
  const status = [400, 410, 401, 422, 200].find((each) => faults.has(`forget-${each}` as Fault)) ?? 404
  const code = status === 200 ? -32_001 : -32_000
  const error = { code, message: 'Bad Request: No valid session ID provided' }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: faults.has('forget-410') ? id : null, error }))
}

/** A session of one client: each request is answered in a stream of its own. */
class HttpSession {
  readonly #faults: ReadonlySet<Fault>
  readonly #conversation: Conversation
  readonly #open = new Map<number | string, ServerResponse>()

  /** `crash`: the server no longer knows this session, as after a restart. */
  constructor(faults: ReadonlySet<Fault>, { crash, forget }: { crash?: () => void; forget?: () => void }) {
    this.#faults = faults
    this.#conversation = new Conversation(faults, (sent, answerTo) => this.#send(sent, answerTo), {
      exit: () => {
        crash?.()
        this.end()
        for (const response of this.#open.values()) response.destroy()
      },
      forget: () => forget?.(),
      isFull: () => this.#streams().every(({ writableLength }) => writableLength >= 1_000_000),
    })
  }

  end(): void {
    this.#conversation.end()
  }

  take(message: Message, response: ServerResponse, newId: string | null): void {
    const isCall = message.method === 'tools/call'
    if (message.id === undefined || message.method === undefined) {
      response.writeHead(202).end()
    } else if (isCall && this.#faults.has('only-accepts')) {
      response.writeHead(202).end()
      return
    } else {
      response.writeHead(200, {
        'content-type': contentType(this.#faults),
        ...(newId === null ? {} : { 'mcp-session-id': newId }),
      })
      if (isCall && this.#faults.has('no-answer')) return void response.end(': nothing\n\n')
      this.#open.set(message.id, response)
    }
    this.#conversation.receive(message)
  }

  /** The answers that the client waits for. */
  #streams(): ServerResponse[] {
    return Array.from(this.#open.values()).filter(({ destroyed }) => !destroyed)
  }

  #send(sent: unknown, answerTo: number | string | null): void {
    const response = answerTo === null ? this.#streams().at(-1) : this.#open.get(answerTo)
    const isBody = this.#faults.has('body-text') || this.#faults.has('body-json-as-events')
    const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
    if (!isBody) response?.write(eventOf(text, this.#faults))
    else if (answerTo !== null) response?.write(text)
    // What else belongs to the answer is sent in the same turn.
    if (answerTo === null || response === undefined) return
    setImmediate(() => {
      response.end()
      if (this.#open.get(answerTo) === response) this.#open.delete(answerTo)
    })
  }
}

function contentType(faults: ReadonlySet<Fault>): string {
  if (faults.has('body-text')) return 'text/plain; charset=utf-8'
  return faults.has('body-events-as-json') ? 'application/json' : 'text/event-stream'
}

function eventOf(text: string, faults: ReadonlySet<Fault>): string {
  const data = text.split('\n').map((line) => `data: ${line}`)
  const lines = [`event: ${faults.has('event-names') ? 'response' : 'message'}`, ...data, '', '']
  return lines.join(faults.has('event-returns') ? '\r' : '\n')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
