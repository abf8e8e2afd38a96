import type { CodeRuns } from '../../../shared/code/code-kinds'

/** Long code is laid out in pieces of this many lines, so that one more line costs one piece. */
const linesPerPiece = 60

/** Some lines of a code, and where they begin in it. */
export interface CodePiece {
  text: string
  start: number
}

/** A code in pieces of whole lines; there is at least one. */
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

/** How many lines a code has; a last line break ends one and begins none. */
export function lineCount(text: string): number {
  let count = text.endsWith('\n') || text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The runs of the characters from `start` to `end`. */
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

/** Whether the source of a fenced code has its last line; code that is only indented has none. */
export function isFenceClosed(source: string): boolean {
  const opening = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1]
  if (opening === undefined) return true
  const last = /\n {0,3}(`{3,}|~{3,})[ \t]*\n*$/.exec(source)?.[1]
  return last !== undefined && last.startsWith(opening)
}
