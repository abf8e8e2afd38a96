import { JsonObjects } from './json-scanner'

/** One item of a body. */
export type Payload =
  /** JSON from an event with this name, or from a body of plain JSON. */
  | { type: 'json'; name: string; value: unknown }
  /** Event data that neither is JSON nor looks like it, such as `[DONE]`. */
  | { type: 'word'; text: string }
  /** Data that begins like JSON but is invalid: part of the answer is lost. */
  | { type: 'broken' }
  /** The body is not an answer at all. */
  | { type: 'page' }
  | { type: 'other' }

/** The limit for one line or JSON object; an image is the largest valid payload. */
const longestPayloadChars = 64 * 1024 * 1024
/** More or longer lines cannot form one JSON value. */
const mostDataLines = 100_000
const eventLine = /^(?:data|event|id|retry)?:|^data$/

/**
 * Splits a body into payloads, whatever its content type: the first characters show whether it is server-sent events,
 * JSON or something else. Each event is emitted when its data is complete; no blank line is required.
 */
export class PayloadReader {
  readonly #decoder = new TextDecoder()
  readonly #isEventStream: boolean
  #mode: 'start' | 'events' | 'json' | 'none' = 'start'
  /** The pieces of a start whose format is unclear, or of an incomplete line. */
  #held: string[] = []
  #heldChars = 0
  #endedInCr = false
  #name = ''
  /** Data lines that are not JSON on their own. */
  #lines: string[] = []
  #linesChars = 0
  readonly #objects = new JsonObjects()
  #objectCount = 0

  /** `isEventStream`: the content type says so, which decides when the first characters do not. */
  constructor(isEventStream: boolean) {
    this.#isEventStream = isEventStream
  }

  /** The body is JSON, not events. */
  get isPlainJson(): boolean {
    return this.#mode === 'json'
  }

  push(bytes: Uint8Array): Payload[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }))
  }

  /** A JSON body ended in the middle of a value. */
  get isCutOff(): boolean {
    return this.#objects.isOpen
  }

  /** The body was a single JSON object, bare or in a list. */
  get isOneObject(): boolean {
    return this.isPlainJson && !this.isCutOff && this.#objectCount === 1
  }

  /** The remaining payloads at the end of the body. Data that was cut off is dropped. */
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
      // Endless white space is not kept.
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

  #line(given: string): Payload[] {
    // A gateway that joins streams leaves the mark of each.
    const line = given.startsWith('\uFEFF') ? given.slice(1) : given
    if (line === '') {
      const found = this.#dispatch()
      this.#name = ''
      return found
    }
    // A gateway that fails mid-answer may write its error between events.
    if (line.startsWith('{')) return present(jsonOf(line, this.#name))
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const rest = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    // Some gateways frame events twice.
    const value = field === 'data' ? rest.replace(/^(?:\s*data: ?)+(?=\s*(?:[[{]|$))/, '') : rest
    if (field === 'event') this.#name = value.trim()
    if (field !== 'data') return []
    const json = this.#lines.length === 0 ? jsonOf(value, this.#name) : null
    if (json !== null) return [json]
    this.#lines.push(value)
    this.#linesChars += value.length
    const isTooMuch = this.#lines.length > mostDataLines || this.#linesChars > longestPayloadChars
    return isTooMuch ? this.#dispatch() : []
  }

  /** Data over several lines: one JSON value, or else one payload per line. */
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
      return /^\{|^\[(?!DONE\b|[a-z][\w -]{0,30}\]$)/i.test(text)
        ? [{ type: 'broken' }]
        : [{ type: 'word', text }]
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
    return null // The caller handles invalid JSON.
  }
}

function present(payload: Payload | null): Payload[] {
  return payload === null ? [] : [payload]
}
