import { stripVTControlCharacters } from 'node:util'

/** Lines that are kept where there are more: why a program ended stands first, or last. */
const keptLines = { atStart: 4, atEnd: 8 }
/** As much of a line as its kind is told from. */
const headChars = 200

/** Lines that agents print on their standard error also when nothing is wrong. */
const mereWarning = /^(?:warning\b|\[startup\]|yolo mode is enabled|ripgrep is not available)/i
/** The level of a line in a log, as a word of its own; in small letters it may also begin a sentence. */
const level = /^[[(<|]?(?:TRACE|DEBUG|INFO|VERBOSE)(?=[:\])>|]|$)/
const smallLevel = /^(?:[[(<|](?:trace|debug|info|verbose)[\])>|]|(?:trace|debug|info|verbose):)/i
/** The same as a field of a line that is written for programs. */
const levelField =
  /["']?\b(?:level|lvl|severity)["']?[=:]\s*["']?(?:(?:trace|debug|info|verbose)\b|[123]0\b)/i
/** Where a program was when it failed: in Node, Python, Rust, Go and Java. */
const stackFrame = /^\s+at\s|^\s*File "[^"]*", line \d|^\s+\d+: +\S+::|^\s+\S+\.go:\d|^goroutine \d/

/** What a program complained of on its standard error, without what it noted on the way and without where it was. */
export function complaintIn(stderr: string): string {
  const lines = stripVTControlCharacters(stderr)
    .split('\n')
    .filter((line) => isComplaint(line.slice(0, headChars)))
  const { atStart, atEnd } = keptLines
  const kept =
    lines.length > atStart + atEnd ? [...lines.slice(0, atStart), '…', ...lines.slice(-atEnd)] : lines
  return kept.join('\n')
}

function isComplaint(line: string): boolean {
  const text = line.trim()
  return text !== '' && !mereWarning.test(text) && !isNote(text) && !stackFrame.test(line)
}

/** Whether the first word of a line, but for times and the names of parts, is a level at which nothing has failed. */
function isNote(text: string): boolean {
  if (levelField.test(text)) return true
  const words = text.split(/\s+/)
  const first = words.findIndex((word, index) => !/[\d[\]]|^-$/.test(word) && words[index + 1] !== '-')
  return words
    .slice(0, first === -1 ? words.length : first + 1)
    .some((word) => level.test(word) || smallLevel.test(word))
}
