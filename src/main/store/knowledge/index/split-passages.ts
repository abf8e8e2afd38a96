import { estimatedTokens } from '../../../../shared/text/estimated-tokens'

/** A piece of a text. All pieces joined are the text. */
export interface Passage {
  text: string
  /** From 1. */
  firstLine: number
  lastLine: number
  tokens: number
}

/** A passage ends at the first good place after `goodChars`, and at the latest after `maxChars`. */
const goodChars = 700
const maxChars = 1_400

/** Cuts a text into passages: where a section or paragraph begins, if possible, otherwise after a line. */
export function* splitPassages(text: string): Generator<Passage> {
  let [start, at, firstLine, line] = [0, 0, 1, 1]
  const cut = (end: number, lastLine: number): Passage => {
    const piece = text.slice(start, end)
    const passage = { text: piece, firstLine, lastLine, tokens: estimatedTokens(piece) }
    start = end
    return passage
  }
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at)
    const end = lineEnd === -1 ? text.length : lineEnd + 1
    const length = at - start
    const isFull = length > 0 && length + (end - at) > maxChars
    if (isFull || (length > goodChars && beginsSection(text, at, end))) {
      yield cut(at, line - 1)
      firstLine = line
    }
    // A line of its own length, as in a file without line breaks.
    for (let from = start; end - from > maxChars; from = start) {
      yield cut(characterEnd(text, start + maxChars), line)
      firstLine = line
    }
    at = end
    line += 1
  }
  if (start < text.length) yield cut(text.length, line - 1)
}

/** True after a blank line, or at a heading. */
function beginsSection(text: string, at: number, end: number): boolean {
  if (text.startsWith('#', at)) return true
  const before = text.charCodeAt(at - 2)
  const isAfterBlank = before === 0x0a || (before === 0x0d && text.charCodeAt(at - 3) === 0x0a)
  return isAfterBlank && text.slice(at, end).trim() !== ''
}

/** Returns an end that is not in the middle of a character, and after a space if there is one. */
function characterEnd(text: string, end: number): number {
  // Not `lastIndexOf` on the whole text: without spaces, each passage of a long line would search all before it.
  const from = end - maxChars / 4
  const space = text.slice(from, end).lastIndexOf(' ')
  if (space > 0) return from + space + 1
  const isLow = (text.charCodeAt(end) & 0xfc00) === 0xdc00
  return isLow ? end - 1 : end
}
