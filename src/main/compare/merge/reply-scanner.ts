/** A piece of a merging model's reply: a JSON object, one that was cut off, or text outside objects. */
export type ReplyPiece =
  | { type: 'object'; value: unknown; raw: string }
  | { type: 'cut-object'; raw: string }
  | { type: 'text'; text: string }

/** A longer object is passed on as text. */
const maxObjectChars = 64_000
/** An object that nests more deeply is passed on as text. */
const maxDepth = 8
/** A line that might begin an object is held back up to this length. */
const maxHeldChars = 500

/** Brackets, commas and field names between objects, as in `], "conflicts": [`. */
const betweenObjects = /^[\s[\]{},]*(?:"\w{1,40}"\s*:[\s[{]*)?$/
const openingFence = /^\s*`{3,}\w*\s*$/
const closingFence = /^\s*`{3,}\s*$/
/** An object that only contains a list of objects, up to that list: `{"sentences": [`. */
const wrapper = /^\{\s*"\w{1,40}"\s*:\s*\[\s*$/

/**
 * Splits a reply into objects while it arrives, whether they come as JSON lines, in a list, in an object with lists, or
 * in a block of code. Everything else is text: a reply without JSON passes unchanged.
 */
export class ReplyScanner {
  #mode: 'line-start' | 'text' | 'object' = 'line-start'
  /** The line so far that may begin an object or may be no text at all. */
  #line = ''
  /** Lines that belong to the JSON if an object follows, and to the text otherwise. */
  #held = ''
  #isAfterObject = false
  /** The object as it was written, and with the line breaks in its texts escaped. */
  #raw = ''
  #json = ''
  #depth = 0
  #isInText = false
  #isEscaped = false

  /** Takes more of the reply. */
  push(chunk: string): ReplyPiece[] {
    const pieces: ReplyPiece[] = []
    for (let at = 0; at < chunk.length;) {
      if (this.#mode === 'text') at = this.#text(chunk, at, pieces)
      else {
        this.#take(chunk[at] ?? '', pieces)
        at += 1
      }
    }
    return pieces
  }

  /** The reply has ended, perhaps in the middle of an object. */
  end(): ReplyPiece[] {
    const pieces: ReplyPiece[] = []
    if (this.#mode === 'object') pieces.push({ type: 'cut-object', raw: this.#raw })
    else if (this.#line !== '') this.#endLine('', pieces)
    // The end of a code block in the text was held back, because it might have been the start of one around an object.
    if (!this.#isAfterObject && this.#held.includes('`')) this.#pass('', pieces)
    return pieces
  }

  /** Passes the rest of the line, which cannot begin an object any more. */
  #text(chunk: string, from: number, pieces: ReplyPiece[]): number {
    const lineEnd = chunk.indexOf('\n', from)
    const to = lineEnd === -1 ? chunk.length : lineEnd + 1
    this.#pass(chunk.slice(from, to), pieces)
    if (lineEnd !== -1) this.#mode = 'line-start'
    return to
  }

  #take(unit: string, pieces: ReplyPiece[]): void {
    if (this.#mode === 'object') this.#takeInObject(unit, pieces)
    else if (unit === '\n') this.#endLine('\n', pieces)
    else if (unit === '{' && betweenObjects.test(this.#line)) this.#openObject()
    else {
      this.#line += unit
      const mayBeNoText = /^[\s[\]{},"`]/.test(this.#line)
      if (!mayBeNoText || this.#line.length > maxHeldChars) {
        this.#mode = 'text'
        this.#pass(this.#line, pieces)
        this.#line = ''
      }
    }
  }

  #endLine(end: '\n' | '', pieces: ReplyPiece[]): void {
    const line = this.#line + end
    this.#line = ''
    const isJson = betweenObjects.test(line) || (this.#isAfterObject && closingFence.test(line))
    if (this.#isAfterObject && isJson) return
    if ((isJson || openingFence.test(line)) && this.#held.length < maxHeldChars) this.#held += line
    else this.#pass(line, pieces)
  }

  /** Passes text on, preceded by what was held back. */
  #pass(text: string, pieces: ReplyPiece[]): void {
    const passed = this.#held + text
    this.#held = ''
    this.#isAfterObject = false
    const last = pieces.at(-1)
    if (last?.type === 'text') last.text += passed
    else if (passed !== '') pieces.push({ type: 'text', text: passed })
  }

  #openObject(): void {
    this.#mode = 'object'
    this.#raw = '{'
    this.#json = '{'
    this.#depth = 1
    this.#isInText = false
    this.#isEscaped = false
  }

  #takeInObject(unit: string, pieces: ReplyPiece[]): void {
    if (unit === '{' && !this.#isInText && this.#raw.length <= 200 && wrapper.test(this.#raw)) {
      this.#openObject()
      return
    }
    this.#raw += unit
    this.#json += this.#isInText ? escaped(unit) : unit
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#isInText && unit === '\\') this.#isEscaped = true
    else if (unit === '"') this.#isInText = !this.#isInText
    else if (!this.#isInText) {
      if (unit === '{' || unit === '[') this.#depth += 1
      if (unit === '}' || unit === ']') this.#depth -= 1
    }
    if (this.#depth === 0) this.#closeObject(pieces)
    else if (!this.#mayBeObject()) this.#giveUp(pieces)
  }

  /** Code may begin with a brace, too; then no name follows. */
  #mayBeObject(): boolean {
    const raw = this.#raw
    if (raw.length > maxObjectChars || this.#depth > maxDepth) return false
    return raw.length > 200 || /^\{\s*(?:$|")/.test(raw)
  }

  #closeObject(pieces: ReplyPiece[]): void {
    let value: unknown
    try {
      value = JSON.parse(this.#json)
    } catch {
      this.#giveUp(pieces)
      return
    }
    this.#mode = 'line-start'
    this.#line = ''
    this.#held = ''
    this.#isAfterObject = true
    pieces.push({ type: 'object', value, raw: this.#raw })
  }

  #giveUp(pieces: ReplyPiece[]): void {
    this.#mode = this.#raw.endsWith('\n') ? 'line-start' : 'text'
    this.#pass(this.#line + this.#raw, pieces)
    this.#line = ''
  }
}

/** Models forget to escape line breaks and tabs in the texts of their JSON. */
function escaped(unit: string): string {
  if (unit === '\n') return '\\n'
  if (unit === '\t') return '\\t'
  return unit < ' ' ? '' : unit
}

/** How a statement continues the merged answer. */
const unitPlaces = ['sentence', 'paragraph', 'heading', 'item', 'code'] as const
export type UnitPlace = (typeof unitPlaces)[number]

/** One statement or conflict as the merging model wrote it; nothing in it has been checked. */
export interface ReplyUnit {
  kind: 'statement' | 'conflict'
  text: string
  place: UnitPlace
  /** The ids of sentences, such as `A3`. */
  sources: string[]
  quotes: string[]
}

/** The maximum number of sources, and of quotes, in a statement. */
const maxSources = 20
/** Longer quotes and ids are ignored. */
const maxQuoteChars = 20_000

/** Reads an object of the reply; null if it has no text. */
export function replyUnit(value: unknown): ReplyUnit | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map(Object.entries(value))
  const conflict = textOf(fields.get('conflict'))
  const text = conflict ?? textOf(fields.get('text'))
  if (text === null) return null
  const named = list(fields.get('sources'))
  return {
    kind: conflict === null ? 'statement' : 'conflict',
    text,
    place: unitPlaces.find((place) => place === fields.get('as')) ?? 'sentence',
    sources: named.flatMap((source) => strings(fieldOr(source, 'id'))).slice(0, maxSources),
    quotes: [...list(fields.get('quote')), ...named.map((source) => fieldOr(source, 'quote'))]
      .flatMap(strings)
      .slice(0, maxSources),
  }
}

/** The text of an object that was cut off: what had arrived of its first field. */
export function cutUnit(raw: string): ReplyUnit | null {
  const [, name, written] = /^\{\s*"(text|conflict)"\s*:\s*"((?:[^"\\]|\\.)*)/su.exec(raw) ?? []
  if (name === undefined || written === undefined) return null
  try {
    return replyUnit({ [name]: JSON.parse(`"${written}"`) as unknown })
  } catch {
    // It was cut off within an escape sequence, or was not JSON.
    return null
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, maxSources) : [value]
}

/** The field of an object such as `{"id": "A3", "quote": "…"}`; a text counts as the id itself. */
function fieldOr(value: unknown, name: 'id' | 'quote'): unknown {
  if (typeof value !== 'object' || value === null) return name === 'id' ? value : undefined
  return new Map(Object.entries(value)).get(name)
}

function strings(value: unknown): string[] {
  return typeof value === 'string' && value.length <= maxQuoteChars ? [value] : []
}
