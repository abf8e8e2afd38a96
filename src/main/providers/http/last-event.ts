/**
 * How a protocol says that its stream is over: the whole data of its last event, the names that its last event may
 * have, or nothing but the end of the body. The protocol of a `JsonMark` has no last event, but one after which the
 * answer is complete: little may follow it, so the stream is over once nothing more comes.
 */
export type LastEvent = { data: string } | { names: readonly string[] } | JsonMark | null

/** Recognizes an event by the JSON that is its data. */
export interface JsonMark {
  /** Texts that no such event is without; data with none of them is not parsed. */
  hints: readonly string[]
  isComplete(data: unknown): boolean
}

/** Finds the last event of a stream, also when it is split over chunks. */
export interface LastEventScanner {
  /** Whether the stream has said its last word with this chunk. */
  push(chunk: Buffer): boolean
}

/** Null when the protocol has no last event. */
export function createLastEventScanner(lastEvent: LastEvent): LastEventScanner | null {
  if (lastEvent === null) return null
  if ('data' in lastEvent) return new LineScanner('data', [lastEvent.data])
  return 'names' in lastEvent ? new NamedEventScanner(lastEvent.names) : new JsonScanner(lastEvent)
}

/** The event is over with the blank line that follows its name. */
class NamedEventScanner implements LastEventScanner {
  readonly #name: LineScanner
  #tail: string | null = null

  constructor(names: readonly string[]) {
    this.#name = new LineScanner('event', names)
  }

  push(chunk: Buffer): boolean {
    if (this.#tail === null && this.#name.push(chunk)) {
      // Whatever of the event came in the same chunk stands behind its name.
      const text = chunk.toString('latin1')
      this.#tail = text.slice(Math.max(0, text.lastIndexOf('event:')))
    } else if (this.#tail !== null) {
      this.#tail = `${this.#tail.slice(-4)}${chunk.toString('latin1')}`
    }
    return this.#tail !== null && /\r\r|\n\r?\n/.test(this.#tail)
  }
}

/** Finds a line that is this field with one of these values, and nothing else. */
class LineScanner implements LastEventScanner {
  readonly #needles: readonly Buffer[]
  readonly #lineStart: RegExp
  readonly #headBytes: number
  readonly #keepBytes: number
  #tail: Buffer = Buffer.from('\n')

  constructor(field: 'data' | 'event', values: readonly string[]) {
    this.#needles = values.map((value) => Buffer.from(value))
    this.#lineStart = new RegExp(`[\\r\\n]${field}: ?$`)
    this.#headBytes = `\n${field}: `.length
    this.#keepBytes = this.#headBytes + Math.max(...this.#needles.map(({ length }) => length))
  }

  push(chunk: Buffer): boolean {
    const bytes = Buffer.concat([this.#tail, chunk])
    if (this.#needles.some((needle) => this.#isIn(bytes, needle))) return true
    this.#tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - this.#keepBytes)))
    return false
  }

  #isIn(bytes: Buffer, needle: Buffer): boolean {
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      if (this.#isWholeLine(bytes, at, at + needle.length)) return true
    }
    return false
  }

  /** JSON never holds a raw line break, so a line of its own is no quotation. */
  #isWholeLine(bytes: Buffer, start: number, end: number): boolean {
    const before = bytes.toString('latin1', Math.max(0, start - this.#headBytes), start)
    if (!this.#lineStart.test(before)) return false
    return end === bytes.length || bytes[end] === 0x0a || bytes[end] === 0x0d
  }
}

/** Reads the data of each event that may be the one, once its line is whole. */
class JsonScanner implements LastEventScanner {
  readonly #mark: JsonMark
  #line = ''

  constructor(mark: JsonMark) {
    this.#mark = mark
  }

  push(chunk: Buffer): boolean {
    // One byte, one character: a text may be cut anywhere, and JSON's own signs are all ASCII.
    const lines = chunk.toString('latin1').split(/[\r\n]/)
    lines[0] = this.#line + (lines[0] ?? '')
    this.#line = lines.pop() ?? ''
    return lines.some((line) => this.#isMarked(line))
  }

  #isMarked(line: string): boolean {
    if (!line.startsWith('data:') || !this.#mark.hints.some((hint) => line.includes(hint))) return false
    try {
      return this.#mark.isComplete(JSON.parse(line.slice('data:'.length)) as unknown)
    } catch {
      return false // The reader of the stream says what is wrong with it.
    }
  }
}
