import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

/** A server over standard input and output, reachable over HTTP. */
export interface HttpAdapter {
  url: string
  close(): Promise<void>
}

/** Starts a program per session and passes messages between it and the client. */
export async function openHttpAdapter(command: string, args: readonly string[]): Promise<HttpAdapter> {
  const sessions = new Map<string, Session>()
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')
    if (!isLocal || request.method !== 'POST') {
      response.writeHead(isLocal ? 405 : 403).end()
      return
    }
    const message = JSON.parse(Buffer.concat(chunks).toString()) as { id?: unknown; method?: string }
    const isFirst = message.method === 'initialize'
    // Versions without sessions share one program.
    const id = isFirst ? crypto.randomUUID() : String(request.headers['mcp-session-id'] ?? '')
    const session = sessions.get(id) ?? new Session(command, args)
    sessions.set(id, session)
    const result = await session.send(message)
    if (result === null) {
      response.writeHead(202).end()
      return
    }
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(isFirst ? { 'mcp-session-id': id } : {}),
    })
    response.end(JSON.stringify(result))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections()
      server.close()
      await Promise.all(Array.from(sessions.values(), (session) => session.close()))
    },
  }
}

class Session {
  readonly #program: ChildProcess
  readonly #waiting = new Map<unknown, (answer: unknown) => void>()

  constructor(command: string, args: readonly string[]) {
    this.#program = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
    const { stdout } = this.#program
    if (stdout === null) return
    createInterface({ input: stdout }).on('line', (line) => {
      const message = JSON.parse(line) as { id?: unknown; method?: string }
      if (message.method !== undefined) return
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    })
  }

  /** The answer to a request; null for anything else. */
  async send(message: { id?: unknown; method?: string }): Promise<unknown> {
    this.#program.stdin?.write(`${JSON.stringify(message)}\n`)
    if (message.id === undefined || message.method === undefined) return null
    return new Promise((resolve) => this.#waiting.set(message.id, resolve))
  }

  async close(): Promise<void> {
    if (this.#program.exitCode !== null) return
    this.#program.stdin?.end()
    await once(this.#program, 'exit')
  }
}
