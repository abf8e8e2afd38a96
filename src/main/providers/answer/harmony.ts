/** A piece of an answer, marked as text or reasoning. `was-reasoning`: all text before it was reasoning. */
export type AnswerSegment = { type: 'text' | 'reasoning'; text: string } | { type: 'was-reasoning' }

/** The format's markers; others, such as `<|user|>`, are part of the answer. */
const markers = ['channel', 'message', 'start', 'end', 'return', 'call', 'constrain'].map(
  (name) => `<|${name}|>`,
)
const marker = /<\|(channel|message|start|end|return|call|constrain)\|>/
/** The end of a message is followed by the start of the next one, or by nothing. */
const nextMessage = /^\s*(?:<\|(?:start|channel|end|return|call)\|>|$)/
/** The start of a message is followed by the role and the rest of a header. */
const header = /^\s*[\w .=:-]{0,80}<\|(?:channel|message|constrain)\|>/
const headerBeginning = /^\s*[\w .=:-]{0,80}(?:<(?:\|[a-z]*\|?)?)?$/

/** How an answer begins when its server passes OpenAI's harmony format through. */
export const harmonyOpenings = ['<|channel|>', '<|start|>', 'assistant<|channel|>'] as const

/**
 * Splits an answer in OpenAI's harmony format: the channel `final` is text; other channels (analysis, tool calls) are
 * reasoning. Markers and headers are removed. An answer may mention markers, so inside a message a marker counts only
 * where the format allows it.
 * @see https://cookbook.openai.com/articles/openai-harmony
 */
export class HarmonyParser {
  #held = ''
  #isHeader = true
  #calledName: string | null = null
  #header = ''

  /** The tool that the last message to a tool is for. */
  get calledName(): string | null {
    return this.#calledName
  }

  push(piece: string): AnswerSegment[] {
    this.#held += piece
    return this.#takeAll(false)
  }

  flush(): AnswerSegment[] {
    const sorted = this.#takeAll(true)
    const held = this.#held
    this.#held = ''
    return [...sorted, ...this.#say(held)]
  }

  #takeAll(isEnd: boolean): AnswerSegment[] {
    const sorted: AnswerSegment[] = []
    for (;;) {
      const found = marker.exec(this.#held)
      if (found === null) break
      const after = this.#held.slice(found.index + found[0].length)
      const name = found[1] ?? ''
      const isMarker = this.#isHeader || isMarkerBefore(name, after, isEnd)
      sorted.push(...this.#say(this.#held.slice(0, found.index)))
      if (isMarker === null) {
        // Whether this is a marker depends on what follows.
        this.#held = found[0] + after
        return sorted
      }
      this.#held = after
      if (isMarker) this.#mark(name)
      // Some servers omit the header of the message after the reasoning.
      else if (this.#isThought && isLast(name)) this.#header = ''
      else sorted.push(...this.#say(found[0]))
    }
    const whole = this.#held.slice(0, this.#held.length - partialMarkerLength(this.#held))
    this.#held = this.#held.slice(whole.length)
    return [...sorted, ...this.#say(whole)]
  }

  #mark(name: string): void {
    this.#isHeader = name !== 'message'
    const [, called] = /\bto=(?:functions\.)?([\w-]+)/.exec(this.#header) ?? []
    if (name === 'message' && called !== undefined) this.#calledName = called
    if (name !== 'message' && name !== 'constrain') this.#header = ''
  }

  #say(text: string): AnswerSegment[] {
    if (text === '') return []
    if (this.#isHeader) {
      // A header is short; one that never ends needs no more.
      this.#header = (this.#header + text).slice(0, 200)
      return []
    }
    return [{ type: this.#isThought ? 'reasoning' : 'text', text }]
  }

  get #isThought(): boolean {
    return /^\s*analysis/.test(this.#header) || /\bto=/.test(this.#header)
  }
}

function isLast(name: string): boolean {
  return name === 'end' || name === 'return' || name === 'call'
}

/** True if this marker in the middle of a message ends it; null until enough text follows. */
function isMarkerBefore(name: string, after: string, isEnd: boolean): boolean | null {
  if (name === 'message' || name === 'constrain') return false
  if (name === 'channel' || name === 'start') {
    if (header.test(after)) return true
    return !isEnd && headerBeginning.test(after) ? null : false
  }
  if (nextMessage.test(after)) return after.trim() === '' && !isEnd ? null : true
  const start = after.trimStart()
  return !isEnd && markers.some((candidate) => candidate.startsWith(start)) ? null : false
}

/** The number of characters at the end that may be the start of a marker. */
function partialMarkerLength(text: string): number {
  const start = text.lastIndexOf('<')
  if (start < 0) return 0
  const end = text.slice(start)
  return markers.some((candidate) => candidate.length > end.length && candidate.startsWith(end))
    ? end.length
    : 0
}
