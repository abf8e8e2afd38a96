const openingTag = '<think>'
const closingTag = '</think>'

/** A piece of an answer, sorted into thinking and saying. */
export interface SortedText {
  type: 'text' | 'reasoning'
  text: string
}

/**
 * Takes the thinking out of an answer that begins with `<think>`, as open models without a reasoning parser write
 * it. Works on pieces of any size and holds back only what may still be a tag. Tags that come later are part of
 * the answer: it may be about them.
 */
export class ThinkTagSorter {
  #state: 'start' | 'thinking' | 'gap' | 'text' = 'start'
  #held = ''
  #hasThought = false

  push(piece: string): SortedText[] {
    if (this.#state === 'text') return sorted('text', piece)
    this.#held += piece
    if (this.#state === 'start' && !this.#leaveStart()) return []
    const thinking = this.#state === 'thinking' ? this.#takeThinking() : ''
    return [...sorted('reasoning', thinking), ...sorted('text', this.#takeText())]
  }

  /** What was held back when the answer ended. */
  flush(): SortedText[] {
    const held = this.#held
    this.#held = ''
    return sorted(this.#state === 'thinking' ? 'reasoning' : 'text', this.#state === 'gap' ? '' : held)
  }

  /** False while too little has come to tell. */
  #leaveStart(): boolean {
    const text = this.#held.trimStart()
    if (text.startsWith(openingTag)) {
      this.#state = 'thinking'
      this.#held = text.slice(openingTag.length)
      return true
    }
    if (openingTag.startsWith(text)) return false
    this.#state = 'text'
    return true
  }

  #takeThinking(): string {
    // A model that was told not to think sends the tags with nothing but line breaks in them.
    if (!this.#hasThought) this.#held = this.#held.trimStart()
    const end = this.#held.indexOf(closingTag)
    if (end >= 0) {
      const thinking = this.#held.slice(0, end)
      this.#held = this.#held.slice(end + closingTag.length)
      this.#state = 'gap'
      return thinking
    }
    const safeLength = this.#held.length - partialTagLength(this.#held)
    const thinking = this.#held.slice(0, safeLength)
    this.#held = this.#held.slice(safeLength)
    this.#hasThought ||= thinking !== ''
    return thinking
  }

  #takeText(): string {
    if (this.#state === 'gap') {
      this.#held = this.#held.trimStart()
      if (this.#held !== '') this.#state = 'text'
    }
    if (this.#state !== 'text') return ''
    const text = this.#held
    this.#held = ''
    return text
  }
}

/** How many characters at the end of `text` may be the beginning of the closing tag. */
function partialTagLength(text: string): number {
  for (let length = Math.min(closingTag.length - 1, text.length); length > 0; length--) {
    if (closingTag.startsWith(text.slice(-length))) return length
  }
  return 0
}

function sorted(type: SortedText['type'], text: string): SortedText[] {
  return text === '' ? [] : [{ type, text }]
}
