/** A piece of an answer, sorted into thinking and saying. `was-reasoning`: all that was said before was thinking. */
export type SortedText = { type: 'text' | 'reasoning'; text: string } | { type: 'was-reasoning' }

/** The markers of the format; others, such as `<|user|>`, are words of the answer. */
const markers = ['channel', 'message', 'start', 'end', 'return', 'call', 'constrain'].map(
  (name) => `<|${name}|>`,
)
const marker = /<\|(channel|message|start|end|return|call|constrain)\|>/
/** What may follow the end of a message: the beginning of the next one, or nothing. */
const nextMessage = /^\s*(?:<\|(?:start|channel|end|return|call)\|>|$)/
/** What may follow a beginning: who speaks, and the rest of a header. */
const header = /^\s*[\w .=:-]{0,80}<\|(?:channel|message|constrain)\|>/
const headerBeginning = /^\s*[\w .=:-]{0,80}(?:<(?:\|[a-z]*\|?)?)?$/

/** How an answer begins whose server passes on the format of OpenAI's open models. */
export const harmonyOpenings = ['<|channel|>', '<|start|>'] as const

/**
 * Sorts an answer in OpenAI's harmony format: what is said in the channel `final` is text, what stands in the others,
 * analysis and calls of tools, is thinking. The markers and headers themselves are left out; an answer may speak of
 * markers, so inside of a message only those count that can stand there.
 * @see https://cookbook.openai.com/articles/openai-harmony
 */
export class HarmonySorter {
  #held = ''
  #isHeader = true
  #header = ''

  push(piece: string): SortedText[] {
    this.#held += piece
    return this.#takeAll(false)
  }

  flush(): SortedText[] {
    const sorted = this.#takeAll(true)
    const held = this.#held
    this.#held = ''
    return [...sorted, ...this.#say(held)]
  }

  #takeAll(isEnd: boolean): SortedText[] {
    const sorted: SortedText[] = []
    for (;;) {
      const found = marker.exec(this.#held)
      if (found === null) break
      const after = this.#held.slice(found.index + found[0].length)
      const name = found[1] ?? ''
      const isMarker = this.#isHeader || isMarkerBefore(name, after, isEnd)
      sorted.push(...this.#say(this.#held.slice(0, found.index)))
      if (isMarker === null) {
        // What follows tells whether it is one.
        this.#held = found[0] + after
        return sorted
      }
      this.#held = after
      if (isMarker) this.#mark(name)
      // Some servers leave out the header of what is said behind the thinking.
      else if (this.#isThought && isLast(name)) this.#header = ''
      else sorted.push(...this.#say(found[0]))
    }
    const whole = this.#held.slice(0, this.#held.length - partialMarkerLength(this.#held))
    this.#held = this.#held.slice(whole.length)
    return [...sorted, ...this.#say(whole)]
  }

  #mark(name: string): void {
    this.#isHeader = name !== 'message'
    if (name !== 'message' && name !== 'constrain') this.#header = ''
  }

  #say(text: string): SortedText[] {
    if (text === '') return []
    if (this.#isHeader) {
      // A header is short; of one that never ends no more is needed.
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

/** Whether this marker in the middle of a message ends it; null while too little follows to tell. */
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

/** How many characters at the end may be the beginning of a marker. */
function partialMarkerLength(text: string): number {
  const start = text.lastIndexOf('<')
  if (start < 0) return 0
  const end = text.slice(start)
  return markers.some((candidate) => candidate.length > end.length && candidate.startsWith(end))
    ? end.length
    : 0
}
