/** A piece of text. Separators of lines, and letters with their marks, need care where they are shown. */
export interface UnrulyPiece {
  kind: 'text' | 'line-end' | 'stack'
  text: string
}

/** More marks than any script puts on one letter. */
const unruly = /[\u2028\u2029]|(?:[A-Za-z\d]|[^\0-\x7f\p{M}\u2028\u2029])?\p{M}{7,}/gu
const mayBeUnruly = /[\u2028\u2029]|\p{M}{7}/u

/**
 * The pieces of a text with separators of lines, which browsers do not show, or with marks that would cover other lines;
 * null for any other text.
 */
export function unrulyPieces(text: string): UnrulyPiece[] | null {
  if (!mayBeUnruly.test(text)) return null
  const pieces: UnrulyPiece[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(unruly)) {
    if (index > at) pieces.push({ kind: 'text', text: text.slice(at, index) })
    pieces.push({ kind: found.length > 1 ? 'stack' : 'line-end', text: found })
    at = index + found.length
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) })
  return pieces
}
