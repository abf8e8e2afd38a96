import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Conversation, type Message } from './conversation.ts'
import type { Fault } from './faults.ts'
import { FakeSignIn, type SignInVariant } from './sign-in.ts'

/** A fake MCP server over HTTP. */
export interface FakeHttpServer {
  url: string
  /** The names of the requests that it got, and those of its sign-in. */
  requests: string[]
  signIn: FakeSignIn | null
  close(): Promise<void>
}

/** Starts the fake server on this machine. With `signIn`, it answers only requests with a token. */
export async function startFakeHttpServer(
  options: { faults?: readonly Fault[]; signIn?: SignInVariant } = {},
): Promise<FakeHttpServer> {
  const sessions = new Map<string, HttpSession>()
  const requests: string[] = []
  let signIn: FakeSignIn | null = null
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1')
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
    if (message.method === 'initialize') {
      const newId = randomUUID()
      const session = new HttpSession(new Set(options.faults), () => sessions.delete(newId))
      sessions.set(newId, session)
      session.take(message, response, newId)
      return
    }
    const session = sessions.get(id)
    if (session === undefined)
      return void response.writeHead(message.method === 'server/discover' ? 400 : 404).end()
    session.take(message, response, null)
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (options.signIn !== undefined) signIn = new FakeSignIn(origin, options.signIn)
  return {
    url: `${origin}/mcp`,
    requests,
    signIn,
    close() {
      for (const session of sessions.values()) session.end()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A session of one client: each request is answered in a stream of its own. */
class HttpSession {
  readonly #conversation: Conversation
  readonly #open = new Map<number | string, ServerResponse>()

  /** `onCrash`: the server no longer knows this session, as after a restart. */
  constructor(faults: ReadonlySet<Fault>, onCrash: () => void) {
    const send = (message: Message | string) => {
      if (typeof message !== 'string') this.#send(message)
    }
    this.#conversation = new Conversation(faults, send, {
      exit: () => {
        onCrash()
        this.end()
        for (const response of this.#open.values()) response.destroy()
      },
      isFull: () => this.#streams().every(({ writableLength }) => writableLength >= 1_000_000),
    })
  }

  end(): void {
    this.#conversation.end()
  }

  take(message: Message, response: ServerResponse, newId: string | null): void {
    if (message.id === undefined || message.method === undefined) {
      response.writeHead(202).end()
    } else {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        ...(newId === null ? {} : { 'mcp-session-id': newId }),
      })
      this.#open.set(message.id, response)
    }
    this.#conversation.receive(message)
  }

  /** The answers that the client waits for. */
  #streams(): ServerResponse[] {
    return Array.from(this.#open.values()).filter(({ destroyed }) => !destroyed)
  }

  #send(message: Message): void {
    const isAnswer = message.method === undefined && message.id !== undefined
    const response = isAnswer ? this.#open.get(message.id ?? '') : this.#streams().at(-1)
    response?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    if (!isAnswer) return
    response?.end()
    this.#open.delete(message.id ?? '')
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
