import { oneLine } from './one-line'

/** A run of plain text, or the name of a character that would be invisible or affect its surroundings. */
export interface VisiblePiece {
  text: string
  isHidden: boolean
}

/**
 * Controls, marks that change the writing direction, zero-width and private-use characters, lone surrogates, and spaces
 * that are none for a shell. Line ends and tabs are allowed.
 */
const hiddenCharacters =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Scripts in which a joiner changes the form of the preceding letter. */
const joiningLetter = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]`
/**
 * Zero-width characters that shape the preceding one, where they do so: they hide nothing. A second one in a row has no
 * effect and is not exempt.
 */
const shaping = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{scx=Mong})[\u180b-\u180d\u180f]`,
  // Visible Arabic, Syriac and Kaithi signs: they enclose the digits after them.
  String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
].join('|')

/**
 * The characters that mislead even in text that is not a command and may have its own spaces, joiners and line ends:
 * those that change the direction, move the caret, break a line elsewhere, or are invisible and have no visible effect.
 */
export const misleadingCharacters = new RegExp(
  String.raw`(?![\n\t]|${shaping})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800](?<!\r(?=$))`,
  'gu',
)

/** Splits a text into plain pieces and hidden characters, shown by name, such as `U+202E`. */
export function visiblePieces(text: string, hidden: RegExp = hiddenCharacters): VisiblePiece[] {
  const pieces: VisiblePiece[] = []
  let at = 0
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isHidden: false })
    pieces.push({ text: nameOf(character), isHidden: true })
    at = index + character.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isHidden: false })
  return pieces
}

/** The same as one string: no part of it starts a line or changes how its surroundings look. */
export function visibleText(text: string): string {
  return inOneLine(marked(text))
}

/** The same for words by people, such as a title, which may contain their own spaces and joiners. */
export function visibleWords(text: string): string {
  return inOneLine(marked(text, misleadingCharacters))
}

/** A name or note by people in one line, without the characters that mislead. */
export function plainWords(text: string): string {
  return oneLine(oneLine(text).replaceAll(misleadingCharacters, ''))
}

/** The same for a command or title shown on one line, where the exact line ends do not matter; not for names. */
export function visibleLine(text: string): string {
  return marked(text.replaceAll(/[ \t]*(?:\r?\n[ \t]*)+/g, ' ↵ '))
}

/** The same for several lines, each with `prefix`, so that none can pass for a line of another text. */
export function visibleLines(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => `${prefix}${marked(line)}`)
    .join('\n')
}

function marked(text: string, hidden?: RegExp): string {
  return visiblePieces(text, hidden)
    .map((piece) => (piece.isHidden ? `⟨${piece.text}⟩` : piece.text))
    .join('')
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\n\t]/g, (character) => `⟨${nameOf(character)}⟩`)
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
