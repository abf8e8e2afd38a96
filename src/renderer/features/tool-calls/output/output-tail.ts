/** Lines of an output in one element. A chunk no longer changes once another follows. */
export interface OutputChunk {
  id: number
  text: string
  lineCount: number
}

const chunkLines = 50
const chunkChars = 8_000
/** How much of the end of an output is compared to find where a truncated one continues. */
const overlapChars = 256
const longestEscapeChars = 4_096

const escape = '\u001b'
const bell = '\u0007'
const escapes = new RegExp(
  [
    `${escape}\\[[0-?]*[ -/]*[@-~]`,
    `${escape}\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)`,
    `${escape}[PX^_][^${escape}]*${escape}\\\\`,
    `${escape}[ -/]*[0-OQ-WYZ\\\\\`-~]`,
  ].join('|'),
  'g',
)
const lineControls = /([\n\r\b])/
const otherControls = /(?!\t)\p{Cc}/gu

/**
 * The end of a growing output, as a terminal would show it: without colours, and with overwritten lines replaced. Text
 * is parsed only once.
 */
export class OutputTail {
  readonly #keptChunks: number
  #text = ''
  #pending = ''
  #done: OutputChunk[] = []
  #open = ''
  #openLines = 0
  #line = ''
  /** A carriage return moved the cursor to the start of the line, so the next text overwrites it. */
  #isRewound = false
  #nextId = 0
  #shown: readonly OutputChunk[] = []

  /** Keeps about this many of the newest lines. */
  constructor(keptLines = Number.POSITIVE_INFINITY) {
    this.#keptChunks = Math.ceil(keptLines / chunkLines)
  }

  /** The chunks of the output so far. */
  update(text: string): readonly OutputChunk[] {
    if (text === this.#text) return this.#shown
    const added = addedTo(this.#text, text)
    if (added === null) this.#forget()
    this.#text = text
    this.#take(added ?? text)
    this.#shown = [
      ...this.#done,
      { id: this.#nextId, text: this.#open + this.#line, lineCount: this.#openLines + 1 },
    ]
    return this.#shown
  }

  #forget(): void {
    this.#pending = ''
    this.#done = []
    this.#open = ''
    this.#openLines = 0
    this.#line = ''
    this.#isRewound = false
    this.#nextId += 1
  }

  #take(added: string): void {
    const stripped = (this.#pending + added).replaceAll(escapes, '')
    const escapeAt = stripped.lastIndexOf(escape)
    const isUnfinished = escapeAt !== -1 && stripped.length - escapeAt <= longestEscapeChars
    this.#pending = isUnfinished ? stripped.slice(escapeAt) : ''
    const whole = isUnfinished ? stripped.slice(0, escapeAt) : stripped
    for (const piece of whole.split(lineControls)) {
      if (piece === '\n') this.#endLine()
      else if (piece === '\r') this.#isRewound = true
      else if (piece === '\b') this.#line = this.#line.slice(0, -1)
      else if (piece !== '') this.#write(piece.replaceAll(otherControls, ''))
    }
  }

  #write(text: string): void {
    this.#line = this.#isRewound ? text : this.#line + text
    this.#isRewound = false
    if (this.#line.length <= chunkChars) return
    // A line without an end: the part so far becomes a chunk.
    this.#open += this.#line
    this.#line = ''
    this.#closeChunk()
  }

  #endLine(): void {
    this.#open += `${this.#line}\n`
    this.#openLines += 1
    this.#line = ''
    this.#isRewound = false
    if (this.#openLines >= chunkLines || this.#open.length >= chunkChars) this.#closeChunk()
  }

  #closeChunk(): void {
    this.#done.push({ id: this.#nextId, text: this.#open, lineCount: Math.max(1, this.#openLines) })
    this.#nextId += 1
    this.#open = ''
    this.#openLines = 0
    if (this.#done.length > this.#keptChunks) this.#done.shift()
  }
}

/** The whole output as text for copying. */
export function plainOutput(text: string): string {
  return new OutputTail()
    .update(text)
    .map((chunk) => chunk.text)
    .join('')
}

/** The text appended to `before`, whose start may have been cut off since; null when the texts differ. */
function addedTo(before: string, text: string): string | null {
  if (text.startsWith(before)) return text.slice(before.length)
  const end = before.slice(-overlapChars)
  const at = text.lastIndexOf(end)
  return at === -1 ? null : text.slice(at + end.length)
}
