import { spawn } from 'node:child_process'

import type { Fault } from './faults.ts'
import { changed } from './oddities.ts'
import { toolsOf } from './tools.ts'

/** A JSON-RPC message of either side. */
export interface Message {
  jsonrpc: '2.0'
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/**
 * Sends something to the client, a message if it keeps to the rules; a raw text is sent as it is. `answerTo` is the id of
 * the request that it answers.
 */
export type Send = (sent: unknown, answerTo: number | string | null) => void

const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** 3 ms of silence. */
const sound = 'UklGRjwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YRgAAACAgICAgICAgICAgICAgICAgICAgICAgIA='

const capabilities = {
  tools: { listChanged: true },
  prompts: {},
  resources: {},
  completions: {},
  logging: {},
}

/** Where a conversation takes place: a program, or one connection of many. */
export interface Place {
  /** Ends it as a crash would. */
  exit(code: number): void
  /** Forgets the client. */
  forget?(): void
  /** The client has not read yet what was sent. */
  isFull(): boolean
}

const thisProgram: Place = {
  exit: (code) => process.exit(code),
  isFull: () => process.stdout.writableLength >= 1_000_000,
}

/** One conversation with a client, in the version 2025-11-25 of the protocol. */
export class Conversation {
  readonly #faults: ReadonlySet<Fault>
  readonly #sendRaw: Send
  readonly #place: Place
  readonly #cancelled = new Set<unknown>()
  /** The methods of the client's requests. */
  readonly #methods = new Map<unknown, string>()
  /** Questions to the client that wait for an answer. */
  readonly #asked = new Map<unknown, (result: unknown) => void>()
  #lastId = 0
  #isChanged = false
  #isInitialized = false
  #isEnded = false
  #isNapping = false
  readonly #waiting: Message[] = []

  constructor(faults: ReadonlySet<Fault>, send: Send, place = thisProgram) {
    this.#faults = faults
    this.#sendRaw = send
    this.#place = place
  }

  /** Nothing more is sent. */
  end(): void {
    this.#isEnded = true
  }

  /** The client has sent this message. */
  receive(message: Message): void {
    if (this.#faults.has('silent')) return
    if (message.method === undefined) {
      this.#asked.get(message.id)?.(message.result ?? message.error)
      this.#asked.delete(message.id)
      return
    }
    if (this.#faults.has('exit-on-probe') && !this.#isInitialized && message.method !== 'initialize') {
      this.#place.exit(3)
      return
    }
    if (this.#faults.has('garbage')) {
      this.#sendRaw(`{"half": \nWarning: ${message.method} is deprecated`, null)
    }
    if (message.id !== undefined) this.#methods.set(message.id, message.method)
    if (this.#isNapping && this.#faults.has('in-turn')) {
      this.#waiting.push(message)
      return
    }
    if (message.method === 'notifications/cancelled') this.#cancelled.add(message.params?.['requestId'])
    if (message.id !== undefined) this.#answer(message.id, message.method, message.params ?? {})
  }

  #answer(id: number | string, method: string, params: Record<string, unknown>): void {
    switch (method) {
      case 'server/discover':
        if (!this.#faults.has('newer')) break
        this.#reply(id, { supportedVersions: ['2026-07-28'], capabilities })
        return
      case 'initialize':
        if (this.#faults.has('exit-on-initialize')) {
          this.#place.exit(4)
          return
        }
        this.#isInitialized = true
        if (this.#faults.has('flood')) this.#flood()
        if (this.#faults.has('leave-child')) {
          spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref()
        }
        this.#reply(id, {
          protocolVersion: '2025-11-25',
          capabilities,
          serverInfo: { name: 'fake-mcp', version: '1.2.3' },
        })
        return
      case 'ping':
        if (!this.#faults.has('no-ping')) this.#reply(id, {})
        return
      case 'tools/list':
        this.#reply(id, this.#page(params))
        return
      case 'tools/call':
        this.#call(id, params)
        return
      case 'prompts/list':
        this.#reply(id, {
          prompts: [{ name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] }],
        })
        return
      case 'prompts/get': {
        const values = (params['arguments'] ?? {}) as Record<string, string>
        const text = `Say hello to ${values['who']}.`
        this.#reply(id, { messages: [{ role: 'user', content: { type: 'text', text } }] })
        return
      }
      case 'resources/list':
        this.#reply(id, {
          resources: [
            { uri: 'note://one', name: 'Note', mimeType: 'text/plain' },
            ...(this.#faults.has('huge-lists') ? hugeResources() : []),
          ],
        })
        return
      case 'resources/templates/list':
        this.#reply(id, {
          resourceTemplates: [
            { uriTemplate: 'note://{folder}/{name}', name: 'A note in a folder', mimeType: 'text/plain' },
            { uriTemplate: 'note://fixed', name: 'No template' },
          ],
        })
        return
      case 'resources/read': {
        const text = params['uri'] === 'note://one' ? 'A note.' : `The note ${String(params['uri'])}.`
        this.#reply(id, { contents: [{ uri: params['uri'], mimeType: 'text/plain', text }] })
        return
      }
      case 'completion/complete': {
        const { name, value } = params['argument'] as { name: string; value: string }
        const all = name === 'folder' ? ['home', 'work'] : ['plan', 'place']
        this.#reply(id, { completion: { values: all.filter((each) => each.startsWith(value)) } })
        return
      }
      default:
        break
    }
    this.#send({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })
  }

  #page(params: Record<string, unknown>): unknown {
    const tools = toolsOf(this.#faults, this.#isChanged)
    if (!this.#faults.has('endless-pages')) return { tools }
    const page = Number(params['cursor'] ?? 0)
    const schema = { type: 'object' }
    return { tools: [{ name: `page-${page}`, inputSchema: schema }], nextCursor: String(page + 1) }
  }

  #call(id: number | string, params: Record<string, unknown>): void {
    const input = (params['arguments'] ?? {}) as Record<string, unknown>
    const token = (params['_meta'] as Record<string, unknown> | undefined)?.['progressToken']
    const text = (value: string) => this.#reply(id, { content: [{ type: 'text', text: value }] })
    switch (params['name']) {
      case 'echo':
        text(String(input['text']))
        return
      case 'add': {
        const sum = Number(input['a']) + Number(input['b'])
        this.#reply(id, { content: [{ type: 'text', text: 'Done.' }], structuredContent: { sum } })
        return
      }
      case 'picture':
        this.#reply(id, {
          content: [
            { type: 'image', data: image, mimeType: 'image/png' },
            // Its type is in its bytes.
            { type: 'audio', data: sound, mimeType: 'text/html' },
            { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
            { type: 'image', data: 'AAAA', mimeType: 'image/svg+xml' },
          ],
        })
        return
      case 'resources':
        this.#reply(id, {
          content: [
            { type: 'resource_link', uri: 'note://one', name: 'Note', description: 'The first.' },
            { type: 'resource', resource: { uri: 'note://two', text: 'The second.' } },
          ],
        })
        return
      case 'fail':
        this.#reply(id, { content: [{ type: 'text', text: 'No such city.' }], isError: true })
        return
      case 'slow':
        this.#work(id, token, 0)
        return
      case 'forget':
        this.#place.forget?.()
        text('Forgotten.')
        return
      case 'late':
        this.#progress(token, 0)
        this.#afterCancel(id, () => text('late'))
        return
      case 'nap':
        this.#progress(token, 0)
        this.#isNapping = true
        setTimeout(() => {
          text('rested')
          this.#isNapping = false
          for (const waiting of this.#waiting.splice(0)) this.receive(waiting)
        }, 2_300)
        return
      case 'never':
        this.#progress(token, 0)
        if (this.#faults.has('block')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
        return
      case 'exit':
        process.stderr.write('out of memory\n')
        this.#place.exit(7)
        return
      case 'large':
        text(records(5_000_000))
        return
      case 'huge':
        text('x'.repeat(20_000_000))
        return
      case 'change':
        this.#isChanged = true
        this.#send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
        text('Changed.')
        return
      case 'ask':
        if (input['often'] === true) {
          this.#askOften(token, text)
          return
        }
        if (typeof input['method'] === 'string') {
          this.#request(input['method'], {}, (result) => text(JSON.stringify(result)))
          return
        }
        this.#ask(
          {
            mode: 'form',
            message: 'Which city?',
            requestedSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          },
          (result) => text(JSON.stringify(result)),
        )
        return
      case 'visit':
        this.#ask(
          { mode: 'url', message: 'Confirm there.', url: String(input['url']), elicitationId: 'one' },
          (result) => text(JSON.stringify(result)),
        )
        return
      default:
        this.#send({ jsonrpc: '2.0', id, error: { code: -32_602, message: 'Unknown tool' } })
    }
  }

  /** Reports progress ten times a second. */
  #work(id: number | string, progressToken: unknown, progress: number): void {
    if (this.#isEnded) return
    if (this.#cancelled.has(id) && !this.#faults.has('ignore-cancel')) return
    this.#progress(progressToken, progress)
    setTimeout(() => this.#work(id, progressToken, progress + 1), 100)
  }

  /** Acts once the request was cancelled. */
  #afterCancel(id: number | string, act: () => void): void {
    if (this.#isEnded) return
    if (this.#cancelled.has(id)) act()
    else setTimeout(() => this.#afterCancel(id, act), 20)
  }

  #progress(progressToken: unknown, progress: number): void {
    this.#send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress, total: 100, message: 'working' },
    })
  }

  #flood(): void {
    if (this.#isEnded) return
    const params = { level: 'info', data: 'x'.repeat(1_000) }
    // As fast as they are read: more would only fill this program's memory.
    for (let count = 0; count < 100 && !this.#place.isFull(); count += 1) {
      this.#send({ jsonrpc: '2.0', method: 'notifications/message', params })
    }
    // Not while it is full, because asking again and again would take the processor from the reader.
    setTimeout(() => this.#flood(), this.#place.isFull() ? 5 : 0)
  }

  /** Asks twenty things at once, and reports progress when all but one are answered. */
  #askOften(progressToken: unknown, onAnswers: (answers: string) => void): void {
    const answers: unknown[] = []
    for (let count = 0; count < 20; count += 1) {
      const requestedSchema = { type: 'object', properties: {} }
      this.#ask({ mode: 'form', message: `Question ${count}`, requestedSchema }, (result) => {
        answers.push(result)
        if (answers.length === 19) this.#progress(progressToken, 19)
        if (answers.length === 20) onAnswers(JSON.stringify(answers))
      })
    }
  }

  #ask(params: Record<string, unknown>, onResult: (result: unknown) => void): void {
    this.#request('elicitation/create', params, onResult)
  }

  /** `onResult` gets the result or the error. */
  #request(method: string, params: Record<string, unknown>, onResult: (result: unknown) => void): void {
    const id = `ask-${++this.#lastId}`
    this.#asked.set(id, onResult)
    this.#send({ jsonrpc: '2.0', id, method, params })
  }

  #reply(id: number | string, result: unknown): void {
    const kind = this.#faults.has('newer') ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {}
    this.#send({ jsonrpc: '2.0', id, result: { ...kind, ...(result as object) } })
  }

  #send(message: Message): void {
    const answerTo = message.method === undefined ? (message.id ?? null) : null
    const method = answerTo === null ? null : (this.#methods.get(answerTo) ?? null)
    for (const sent of changed({ message: { ...message }, method }, this.#faults)) {
      this.#sendRaw(sent, answerTo)
    }
  }
}

function hugeResources(): { uri: string }[] {
  return Array.from({ length: 1_000 }, (_, index) => ({ uri: `note://${index}/${'x'.repeat(8_000)}` }))
}

/** A list as JSON of about this many characters. */
function records(chars: number): string {
  const count = Math.ceil(chars / (record(10_000).length + 2))
  return `[${Array.from({ length: count }, (_, index) => record(10_000 + index)).join(',\n')}]`
}

/** Contains characters outside ASCII, as most texts do. */
function record(id: number): string {
  return JSON.stringify({ id, name: `Größe ${id}`, note: 'The quick brown fox.\n' })
}
