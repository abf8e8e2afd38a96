/** A stretch of a text, or a character of it that would not be seen or would move others, by its name. */
export interface VisiblePiece {
  text: string
  isHidden: boolean
}

/**
 * Controls, marks that change the direction of writing, characters without width, and spaces that are none for a
 * shell. Line ends and tabs are left alone.
 */
const hiddenCharacters = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Of these only the marks that change the direction: what is no command may have its spaces and joiners. */
export const turningCharacters = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

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

/** The same in one string, for a line or an accessible name. */
export function visibleLine(text: string): string {
  return visiblePieces(text.replaceAll(/\s*\n\s*/g, ' ↵ '))
    .map((piece) => (piece.isHidden ? `⟨${piece.text}⟩` : piece.text))
    .join('')
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
