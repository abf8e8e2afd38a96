import type { CodeRuns } from '../../../shared/code/code-kinds'

/** Long code is rendered in pieces of this many lines, so that another line re-renders only one piece. */
const linesPerPiece = 60

/** Some lines of code, and where they start. */
export interface CodePiece {
  text: string
  start: number
}

/** Splits code into pieces of whole lines; there is at least one. */
export function piecesOf(text: string): CodePiece[] {
  const pieces: CodePiece[] = []
  let start = 0
  let lines = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    lines += 1
    if (lines % linesPerPiece !== 0) continue
    pieces.push({ text: text.slice(start, end + 1), start })
    start = end + 1
  }
  if (start < text.length || pieces.length === 0) pieces.push({ text: text.slice(start), start })
  return pieces
}

/** The number of lines; a trailing line break does not start another one. */
export function lineCount(text: string): number {
  let count = text.endsWith('\n') || text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The runs between the characters `start` and `end`. */
export function runsBetween(runs: CodeRuns, start: number, end: number): CodeRuns {
  const piece: number[] = []
  let at = 0
  for (let index = 0; index < runs.length && at < end; index += 2) {
    const next = at + (runs[index] ?? 0)
    const length = Math.min(next, end) - Math.max(at, start)
    if (length > 0) piece.push(length, runs[index + 1] ?? 0)
    at = next
  }
  return piece
}
