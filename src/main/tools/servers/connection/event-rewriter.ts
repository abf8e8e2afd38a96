import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/**
 * Rewrites a stream of events, so that each has one message and the name that the library reads. Ids of events are kept,
 * because the library resumes a stream with them.
 */
export class EventRewriter {
  readonly #read: (data: string) => JSONRPCMessage[]
  #line = ''
  #endedInReturn = false
  #data: string[] = []
  #id: string | null = null

  /** `read`: the messages in the data of an event. */
  constructor(read: (data: string) => JSONRPCMessage[]) {
    this.#read = read
  }

  /** What the events that this text completes become. */
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
