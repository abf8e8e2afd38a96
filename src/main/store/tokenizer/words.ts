import { characterKind, foldedTextOf, foldedUnitOf, kindOf } from './character-kinds'

/** A word that is longer is cut: it is none, such as a file in base64, and its start is enough to find it by. */
export const maxWordUnits = 64
/** What one character adds at most, its space too. */
const maxGrowth = 2 * maxWordUnits

/** A text as the index sees it. */
export interface CutText {
  readonly text: string
  /** Its words, folded, with one space before each and one behind the last; empty when there are none. */
  readonly words: string
  readonly count: number
  /** Where word `index` begins in `words`, behind its space. */
  readonly offsets: readonly number[]
  /** Where it stood in the text, from and to, in UTF-16 units. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Cuts a text into the words of the index: at everything that is no letter or digit, at the capitals of camel case,
 * and into single characters where words stand without spaces. `text` is well-formed and in NFC.
 */
export function cutIntoWords(text: string): CutText {
  const cutter = new WordCutter(text)
  for (let at = 0, width = 1; at < text.length; at += width) {
    const unit = text.charCodeAt(at)
    const isPair = unit >= 0xd800 && unit < 0xdc00
    width = isPair ? 2 : 1
    cutter.take(isPair ? (text.codePointAt(at) ?? unit) : unit, at, width)
    if (isPlain(unit)) at = cutter.takePlain(text, at + 1) - 1
  }
  return cutter.result()
}

/** Where words are put together; one text is cut at a time. To make room for each would take longer than to cut it. */
let scratch = new Uint16Array(0x4000)
/** What was needed for a very long text is given back. */
const keptScratchUnits = 0x10_0000

/** Takes the characters of one text, one after another. */
class WordCutter {
  readonly #text: string
  #units: Uint16Array<ArrayBuffer>
  #length = 0
  readonly #offsets: number[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #count = 0
  #isOpen = false
  // The two characters before, as far as they belong to the open word.
  #before = 0
  #beforeThat = 0
  #beforeStart = 0
  #beforeOffset = 0

  constructor(text: string) {
    this.#text = text
    if (scratch.length < text.length + 2 * maxGrowth) scratch = new Uint16Array(text.length + 2 * maxGrowth)
    this.#units = scratch
  }

  /** The character of `width` units that stands at `at`. */
  take(codePoint: number, at: number, width: number): void {
    const kind = kindOf(codePoint)
    if (kind === characterKind.separator) {
      this.#isOpen = false
      return
    }
    if (kind === characterKind.mark) {
      if (this.#isOpen) this.#ends[this.#count - 1] = at + width
      return
    }
    if (!this.#isOpen || this.#beginsWord(kind)) {
      this.#open(at)
      this.#beforeThat = 0
    } else {
      if (this.#isSecondOfWord(kind)) this.#splitBeforeLast()
      this.#beforeThat = this.#before
    }
    this.#before = kind
    this.#beforeStart = at
    this.#beforeOffset = this.#length
    this.#append(codePoint)
    this.#ends[this.#count - 1] = at + width
  }

  /** The small letters from `at` on, which only go on with the word that the one before them is of; answers their end. */
  takePlain(text: string, at: number): number {
    const wordEnd = (this.#offsets[this.#count - 1] ?? 0) + maxWordUnits
    const units = this.#units
    let length = this.#length
    let end = at
    for (let unit = text.charCodeAt(end); isPlain(unit); unit = text.charCodeAt(end)) {
      if (length < wordEnd) units[length++] = unit
      end += 1
    }
    if (end === at) return at
    this.#length = length
    this.#ends[this.#count - 1] = end
    this.#beforeThat = characterKind.lowercase
    return end
  }

  result(): CutText {
    if (this.#count > 0) this.#push(0x20)
    const words = Buffer.from(this.#units.buffer, 0, this.#length * 2).toString('utf16le')
    if (scratch.length > keptScratchUnits) scratch = new Uint16Array(0x4000)
    return {
      text: this.#text,
      words,
      count: this.#count,
      offsets: this.#offsets,
      starts: this.#starts,
      ends: this.#ends,
    }
  }

  #beginsWord(kind: number): boolean {
    if (kind === characterKind.word || this.#before === characterKind.word) return true
    const { lowercase, digit, capital } = characterKind
    return kind === capital && (this.#before === lowercase || this.#before === digit)
  }

  /** As the `t` of HTMLParser's `Parser`: the capital before it began a word, though capitals stand before that. */
  #isSecondOfWord(kind: number): boolean {
    const { lowercase, capital } = characterKind
    return kind === lowercase && this.#before === capital && this.#beforeThat === capital
  }

  #open(at: number): void {
    if (this.#length + maxGrowth > this.#units.length) this.#grow()
    this.#push(0x20)
    this.#offsets[this.#count] = this.#length
    this.#starts[this.#count] = at
    this.#count += 1
    this.#isOpen = true
  }

  #append(codePoint: number): void {
    const room = maxWordUnits - (this.#length - (this.#offsets[this.#count - 1] ?? 0))
    const unit = foldedUnitOf(codePoint)
    if (unit !== 0) {
      if (room > 0) this.#push(unit)
      return
    }
    const folded = foldedTextOf(codePoint)
    if (folded.length > room) return
    for (let index = 0; index < folded.length; index += 1) this.#push(folded.charCodeAt(index))
  }

  #splitBeforeLast(): void {
    const end = this.#length
    this.#units.copyWithin(this.#beforeOffset + 1, this.#beforeOffset, end)
    this.#ends[this.#count - 1] = this.#beforeStart
    this.#length = this.#beforeOffset
    this.#open(this.#beforeStart)
    this.#length = end + 1
  }

  #grow(): void {
    const larger = new Uint16Array(this.#units.length * 2)
    larger.set(this.#units)
    scratch = larger
    this.#units = larger
  }

  #push(unit: number): void {
    this.#units[this.#length] = unit
    this.#length += 1
  }
}

/** Most characters of most texts: a to z. */
function isPlain(unit: number): boolean {
  return unit > 0x60 && unit < 0x7b
}
