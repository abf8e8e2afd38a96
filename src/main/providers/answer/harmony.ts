/** A piece of an answer, sorted into thinking and saying. `was-reasoning`: all that was said before was thinking. */
export type SortedText = { type: 'text' | 'reasoning'; text: string } | { type: 'was-reasoning' }

const marker = /<\|([a-z]+)\|>/
/** What may still become a marker. */
const markerBeginning = /<(?:\|[a-z]{0,20}\|?)?$/

/** How an answer begins whose server passes on the format of OpenAI's open models. */
export const harmonyOpenings = ['<|channel|>', '<|start|>'] as const

/**
 * Sorts an answer in OpenAI's harmony format: what is said in the channel `final` is text, what stands in the others,
 * analysis and calls of tools, is thinking. The markers and headers themselves are left out.
 * @see https://cookbook.openai.com/articles/openai-harmony
 */
export class HarmonySorter {
  #held = ''
  #isHeader = true
  #header = ''

  push(piece: string): SortedText[] {
    this.#held += piece
    const sorted: SortedText[] = []
    for (let found = marker.exec(this.#held); found !== null; found = marker.exec(this.#held)) {
      sorted.push(...this.#say(this.#held.slice(0, found.index)))
      this.#held = this.#held.slice(found.index + found[0].length)
      this.#mark(found[1] ?? '')
    }
    const keptChars = markerBeginning.exec(this.#held)?.[0].length ?? 0
    const whole = this.#held.slice(0, this.#held.length - keptChars)
    this.#held = this.#held.slice(whole.length)
    return [...sorted, ...this.#say(whole)]
  }

  flush(): SortedText[] {
    const held = this.#held
    this.#held = ''
    return this.#say(held)
  }

  #mark(name: string): void {
    if (name === 'message') this.#isHeader = false
    else if (name === 'end' || name === 'return' || name === 'call' || name === 'start') {
      this.#isHeader = true
      this.#header = ''
    } else if (name === 'channel') {
      this.#isHeader = true
      this.#header = ''
    }
  }

  #say(text: string): SortedText[] {
    if (text === '') return []
    if (this.#isHeader) {
      // A header is short; of one that never ends no more is needed.
      this.#header = (this.#header + text).slice(0, 200)
      return []
    }
    const isThought = /^\s*analysis/.test(this.#header) || /\bto=/.test(this.#header)
    return [{ type: isThought ? 'reasoning' : 'text', text }]
  }
}
