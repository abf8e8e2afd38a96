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

/**
 * Of these what misleads in a text that is no command, which may have its own spaces, joiners and line ends: what changes
 * the direction, moves the caret, breaks a line where none ends, or cannot be seen at all.
 */
export const misleadingCharacters =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}](?<!\r(?=$))/gu

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
  return marked(text).replaceAll(/[\n\t]/g, (character) => `⟨${nameOf(character)}⟩`)
}

/** The same for a line that people read, where it does not matter how exactly a line ended. */
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

function marked(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.isHidden ? `⟨${piece.text}⟩` : piece.text))
    .join('')
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
