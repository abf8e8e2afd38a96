/** A stretch of a text, or a character of it that would not be seen or would move others, by its name. */
export interface VisiblePiece {
  text: string
  isHidden: boolean
}

/**
 * Controls, marks that change the direction of writing, characters without width or of nobody's alphabet, halves of
 * characters, and spaces that are none for a shell. Line ends and tabs are left alone.
 */
const hiddenCharacters =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Scripts in which a joiner decides the form of the letter before it. */
const joiningLetter = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]`
/**
 * Characters without width that shape the one before them, in the places where they do: nothing is hidden by them. A
 * second one in a row does nothing, and is not exempt.
 */
const shaping = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{scx=Mong})[\u180b-\u180d\u180f]`,
  // Signs of Arabic, Syriac and Kaithi that are seen: they enclose the digits after them.
  String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
].join('|')

/**
 * Of these what misleads in a text that is no command, which may have its own spaces, joiners and line ends: what changes
 * the direction, moves the caret, breaks a line where none ends, or cannot be seen and does nothing that can be.
 */
export const misleadingCharacters = new RegExp(
  String.raw`(?![\n\t]|${shaping})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800](?<!\r(?=$))`,
  'gu',
)

/** A text with every character in sight: what is hidden stands there by its name, such as `U+202E`. */
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

/** The same in one string: nothing in it begins a line, or changes how its surroundings are read. */
export function visibleText(text: string): string {
  return inOneLine(marked(text))
}

/** The same for words that people wrote, such as a title, which may have spaces and joiners of their own. */
export function visibleWords(text: string): string {
  return inOneLine(marked(text, misleadingCharacters))
}

/** The same for a command or a title that people read, where it does not matter how exactly a line ended: no name is. */
export function visibleLine(text: string): string {
  return marked(text.replaceAll(/[ \t]*(?:\r?\n[ \t]*)+/g, ' ↵ '))
}

/** The same for a text of several lines, each of which begins with `prefix`: none can pass for a line of another. */
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
