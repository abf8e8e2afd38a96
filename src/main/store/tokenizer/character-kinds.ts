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
export function foldedUnitOf(codePoint: number): number {
  return codePoint < tableSize ? (foldedUnits[codePoint] ?? 0) : 0
}

/** The folded form of the character, of any length. */
export function foldedTextOf(codePoint: number): string {
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
