import { JsonObjects } from './json-scanner'

/** One thing that a body says. */
export type Payload =
  /** JSON, from an event of this name or from a body that is nothing but JSON. */
  | { type: 'json'; name: string; value: unknown }
  /** The data of an event that is no JSON and does not look like it, such as `[DONE]`. */
  | { type: 'word'; text: string }
  /** Something that begins like JSON and is none: a part of the answer is lost. */
  | { type: 'broken' }
  /** The body is no answer at all. */
  | { type: 'page' }
  | { type: 'other' }

/** Of one line or one JSON object; an image in an answer is the largest thing that lawfully comes. */
const longestPayloadChars = 64 * 1024 * 1024
/** More lines, or longer ones in all, make no one JSON. */
const mostDataLines = 100_000
const eventLine = /^(?:data|event|id|retry)?:|^data$/

/**
 * Takes a body apart, whatever its content type: server-sent events, JSON, or something else, which its first
 * characters tell. Each event is given as soon as its data is whole; events need no blank line between them.
 */
export class PayloadReader {
  readonly #decoder = new TextDecoder()
  readonly #isEventStream: boolean
  #mode: 'start' | 'events' | 'json' | 'none' = 'start'
  /** A beginning that does not say yet what it is, or a line that is not whole, in the pieces that came. */
  #held: string[] = []
  #heldChars = 0
  #endedInCr = false
  #name = ''
  /** Lines of data that make no JSON alone. */
  #lines: string[] = []
  #linesChars = 0
  readonly #objects = new JsonObjects()
  #objectCount = 0

  /** `isEventStream`: the content type says so, which counts where the beginning does not tell. */
  constructor(isEventStream: boolean) {
    this.#isEventStream = isEventStream
  }

  /** Whether the body is JSON that was not sent as events. */
  get isPlainJson(): boolean {
    return this.#mode === 'json'
  }

  push(bytes: Uint8Array): Payload[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }))
  }

  /** Whether a body of JSON ended in the middle of a value. */
  get isCutOff(): boolean {
    return this.#objects.isOpen
  }

  /** Whether the body was one JSON object, alone or in a list, and nothing more. */
  get isOneObject(): boolean {
    return this.isPlainJson && !this.isCutOff && this.#objectCount === 1
  }

  /** What is left at the end of the body. What was cut off in its middle is not: it says nothing. */
  end(): Payload[] {
    const last = this.#take(this.#decoder.decode())
    if (this.#mode === 'start') last.push(...this.#begin(this.#takeHeld(), true))
    if (this.#mode === 'events') {
      const line = this.#takeHeld()
      if (line !== '') last.push(...this.#line(line))
      last.push(...this.#dispatch())
    }
    return last.filter(({ type }) => type !== 'broken')
  }

  #take(text: string): Payload[] {
    if (text === '') return []
    if (this.#mode === 'events') return this.#events(text)
    if (this.#mode === 'json') return this.#json(text)
    if (this.#mode === 'none') return []
    return this.#begin(this.#takeHeld() + text, false)
  }

  #begin(text: string, isWhole: boolean): Payload[] {
    const start = text.trimStart()
    if (start === '') {
      // White space that never ends is not worth keeping.
      this.#hold(text.slice(0, 1))
      return []
    }
    if (start.startsWith('{') || start.startsWith('[')) {
      this.#mode = 'json'
      return this.#json(start)
    }
    if (start.startsWith('<')) return this.#isNone('page')
    const lineEnd = /[\r\n]/.exec(start)
    if (lineEnd === null && !isWhole && start.length < 64) {
      this.#hold(text)
      return []
    }
    const line = start.slice(0, lineEnd?.index)
    if (!this.#isEventStream && !eventLine.test(line)) return this.#isNone('other')
    this.#mode = 'events'
    return this.#events(start)
  }

  #isNone(type: 'page' | 'other'): Payload[] {
    this.#mode = 'none'
    return [{ type }]
  }

  #json(text: string): Payload[] {
    const found = this.#objects.push(text).map((object): Payload => jsonOf(object, '') ?? { type: 'broken' })
    this.#objectCount += found.length
    return this.#objects.openChars > longestPayloadChars ? [...found, { type: 'broken' }] : found
  }

  #events(text: string): Payload[] {
    let from = this.#endedInCr && text.startsWith('\n') ? 1 : 0
    this.#endedInCr = text.endsWith('\r')
    const found: Payload[] = []
    const lineEnd = /\r\n|\n|\r/g
    for (lineEnd.lastIndex = from; ; from = lineEnd.lastIndex) {
      const end = lineEnd.exec(text)
      if (end === null) break
      this.#hold(text.slice(from, end.index))
      found.push(...this.#line(this.#takeHeld()))
    }
    this.#hold(text.slice(from))
    if (this.#heldChars > longestPayloadChars) {
      this.#takeHeld()
      found.push({ type: 'broken' })
    }
    return found
  }

  #line(line: string): Payload[] {
    if (line === '') {
      const found = this.#dispatch()
      this.#name = ''
      return found
    }
    // A gateway that fails in the middle of an answer may write its error between the events.
    if (line.startsWith('{')) return present(jsonOf(line, this.#name))
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const given = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    // A gateway that frames again what is framed already.
    const value = field === 'data' ? given.replace(/^(?:\s*data: ?)+(?=\s*(?:[[{]|$))/, '') : given
    if (field === 'event') this.#name = value.trim()
    if (field !== 'data') return []
    const json = this.#lines.length === 0 ? jsonOf(value, this.#name) : null
    if (json !== null) return [json]
    this.#lines.push(value)
    this.#linesChars += value.length
    const isTooMuch = this.#lines.length > mostDataLines || this.#linesChars > longestPayloadChars
    return isTooMuch ? this.#dispatch() : []
  }

  /** Data over several lines: one JSON, or else each line for itself. */
  #dispatch(): Payload[] {
    const lines = this.#lines
    if (lines.length === 0) return []
    this.#lines = []
    this.#linesChars = 0
    const json = lines.length === 1 ? null : jsonOf(lines.join('\n'), this.#name)
    if (json !== null) return [json]
    return lines.flatMap((line) => {
      const text = line.trim()
      if (text === '') return []
      const one = jsonOf(text, this.#name)
      if (one !== null) return [one]
      return /^\{|^\[(?!DONE\b)/.test(text) ? [{ type: 'broken' }] : [{ type: 'word', text }]
    })
  }

  #hold(text: string): void {
    if (text === '') return
    this.#held.push(text)
    this.#heldChars += text.length
  }

  #takeHeld(): string {
    const held = this.#held.length === 1 ? (this.#held[0] ?? '') : this.#held.join('')
    this.#held = []
    this.#heldChars = 0
    return held
  }
}

function jsonOf(text: string, name: string): Payload | null {
  if (!/^\s*[[{"\dtfn-]/.test(text)) return null
  try {
    return { type: 'json', name, value: JSON.parse(text) as unknown }
  } catch {
    return null // The caller knows what to make of it.
  }
}

function present(payload: Payload | null): Payload[] {
  return payload === null ? [] : [payload]
}
