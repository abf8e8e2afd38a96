/** The kinds of characters that the index distinguishes. */
export const characterKind = {
  /** Separates words: spaces and what is invisible. */
  separator: 1,
  /** Any letter except capitals. */
  letter: 2,
  lowercase: 3,
  capital: 4,
  digit: 5,
  /** Belongs to the character before it and is dropped: accents, vowel signs, soft hyphens. */
  mark: 6,
  /** A word of its own, because its script is written without spaces or its words have attached endings. */
  word: 7,
  /** Separates words as well, but can be searched for: punctuation, emoji and other symbols. */
  symbol: 8,
} as const

const spacelessScript =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** Letters that people without them write in this way, although Unicode does not decompose them. */
const plainLetters = new Map(
  Object.entries({ đ: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe' }),
)

/** Lengthens a word in Arabic writing. */
const tatweel = '\u0640'

interface Character {
  kind: number
  /** Its form in the index: without case, accents and variant spellings. */
  folded: string
}

/** The number of characters in a table; the others are rare and in a map. */
const tableSize = 0x1_0000
const kinds = new Uint8Array(tableSize)
/** The folded character if it is a single UTF-16 unit, else 0. */
const foldedUnits = new Uint16Array(tableSize)
const others = new Map<number, Character>()

/** The kind of the character with this code point; one of `characterKind`. */
export function kindOf(codePoint: number): number {
  if (codePoint >= tableSize) return otherCharacter(codePoint).kind
  const kind = kinds[codePoint] ?? 0
  return kind === 0 ? remember(codePoint) : kind
}

/** The folded form of the character if that is a single unit, else 0. Call `kindOf` first. */
function foldedUnitOf(codePoint: number): number {
  return codePoint < tableSize ? (foldedUnits[codePoint] ?? 0) : 0
}

/** The folded form of the character, of any length. */
function foldedTextOf(codePoint: number): string {
  return otherCharacter(codePoint).folded
}

function remember(codePoint: number): number {
  const { kind, folded } = describe(codePoint)
  kinds[codePoint] = kind
  if (folded.length === 1) foldedUnits[codePoint] = folded.charCodeAt(0)
  return kind
}

function otherCharacter(codePoint: number): Character {
  const known = others.get(codePoint)
  if (known !== undefined) return known
  const character = describe(codePoint)
  others.set(codePoint, character)
  return character
}

function describe(codePoint: number): Character {
  const character = String.fromCodePoint(codePoint)
  if (/^[\p{M}\u00AD]$/u.test(character) || character === tatweel)
    return { kind: characterKind.mark, folded: '' }
  if (/^[\p{P}\p{S}\p{Extended_Pictographic}]$/u.test(character)) {
    return { kind: characterKind.symbol, folded: character }
  }
  if (!/^[\p{L}\p{N}\p{Co}]$/u.test(character)) return { kind: characterKind.separator, folded: '' }
  if (spacelessScript.test(character)) {
    const full = character.normalize('NFKC')
    return { kind: characterKind.word, folded: spacelessScript.test(full) ? full : character }
  }
  // Through upper case, so that ß and its capital become ss, and both small sigmas become one.
  const plain = character.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase()
  const letters = lettersOnly(plain.normalize('NFKD'))
  const folded = plainLetters.get(letters) ?? letters
  const kind = spacelessScript.test(folded) ? characterKind.word : kindOfLetter(character)
  return { kind, folded: folded || character }
}

function kindOfLetter(character: string): number {
  if (/^\p{Ll}$/u.test(character)) return characterKind.lowercase
  if (/^\p{Lu}$/u.test(character)) return characterKind.capital
  return /^\p{N}$/u.test(character) ? characterKind.digit : characterKind.letter
}

function lettersOnly(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{Co}]/gu, '')
}

/** A longer word is cut: it is not a real word but, for example, base64, and its start is enough to find it. */
const maxWordUnits = 64
/** The most that one character adds, including its space. */
const maxGrowth = 2 * maxWordUnits

/** A text split into words as in the index. */
export interface TokenizedText {
  readonly text: string
  /** The folded words of the text, with a space before each and after the last; empty when there are none. */
  readonly words: string
  readonly count: number
  /** The offset of each word in `words`, after its space. */
  readonly offsets: readonly number[]
  /** The start of each word in the text and, in `ends`, its end, in UTF-16 units. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Splits a text into the words of the index: at everything that is not a letter or digit, at the capitals of camel
 * case, and into single characters in scripts without spaces. `text` is well-formed and in NFC.
 */
export function tokenize(text: string): TokenizedText {
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

/** A shared buffer, used for one text at a time: allocating one for each would take longer than splitting it. */
let scratch = new Uint16Array(0x4000)
/** A larger buffer, for a very long text, is not kept. */
const keptScratchUnits = 0x10_0000

/** Processes the characters of one text in order. */
class WordCutter {
  readonly #text: string
  #units: Uint16Array<ArrayBuffer>
  #length = 0
  readonly #offsets: number[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #count = 0
  #isOpen = false
  // The two characters before, if they belong to the open word.
  #before = 0
  #beforeThat = 0
  #beforeStart = 0
  #beforeOffset = 0

  constructor(text: string) {
    this.#text = text
    if (scratch.length < text.length + 2 * maxGrowth) scratch = new Uint16Array(text.length + 2 * maxGrowth)
    this.#units = scratch
  }

  /** Processes the character of `width` units at `at`. */
  take(codePoint: number, at: number, width: number): void {
    const kind = kindOf(codePoint)
    if (kind === characterKind.separator || kind === characterKind.symbol) {
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

  /** Processes the small letters from `at`, which only continue the word of the one before them; returns their end. */
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

  result(): TokenizedText {
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

  /** As the `a` of HTMLParser's `Parser`: the capital before it starts a word, although capitals precede that. */
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

/** The most common characters: a to z. */
function isPlain(unit: number): boolean {
  return unit > 0x60 && unit < 0x7b
}

/** A longer name, such as a key, is not treated as one: it is found by its start only. */
const maxNameWords = 8

/**
 * The names of several words, such as `useSessionStore` and `session_store`, each joined into one word, with and
 * without their first words: users also type `usesessionstore` and `SessionStore`.
 */
export function namesIn(text: TokenizedText): string {
  const names = new Set<string>()
  for (let first = 0; first < text.count; first += 1) {
    const end = endOfName(text, first)
    const words = end - first
    const starts = words > maxNameWords ? 1 : words - 1
    for (let start = 0; start < starts; start += 1) names.add(inOnePiece(text, first + start, end))
    first = end - 1
  }
  return [...names].join(' ')
}

/** The whole text joined, if it is one name of several words; else null. */
export function wholeName(text: TokenizedText): string | null {
  return text.count > 1 && endOfName(text, 0) === text.count ? inOnePiece(text, 0, text.count) : null
}

/** The end of the name that starts with word `first`: only capitals, or a single underscore, separate its words. */
export function endOfName(text: TokenizedText, first: number): number {
  let end = first + 1
  if (isSpaceless(text, first)) return end
  while (end < text.count && continuesName(text, end) && !isSpaceless(text, end)) end += 1
  return end
}

function continuesName({ text, starts, ends }: TokenizedText, index: number): boolean {
  const end = ends[index - 1] ?? 0
  const start = starts[index] ?? 0
  return start === end || (start === end + 1 && text.charAt(end) === '_')
}

/** True if word `index` is a character of a script without spaces. */
export function isSpaceless(text: TokenizedText, index: number): boolean {
  return kindOf(text.words.codePointAt(text.offsets[index] ?? 0) ?? 0) === characterKind.word
}

function inOnePiece(text: TokenizedText, first: number, end: number): string {
  const to = end < text.count ? text.offsets[end] : text.words.length
  const words = text.words.slice(text.offsets[first], to)
  return words.replaceAll(' ', '').slice(0, maxWordUnits).toWellFormed()
}
