import { stripVTControlCharacters } from 'node:util'

/** How many lines of a long message are kept: the reason is at the start or at the end. */
const keptLines = { atStart: 4, atEnd: 8 }
/** How much of a line is checked for its level. */
const headChars = 200

/** Lines that agents print on standard error even when nothing is wrong. */
const mereWarning = /^(?:warning\b|\[startup\]|yolo mode is enabled|ripgrep is not available)/i
/** A log level as a separate word; in lower case it might begin a sentence. */
const level = /^[[(<|]?(?:TRACE|DEBUG|INFO|VERBOSE)(?=[:\])>|]|$)/
const smallLevel = /^(?:[[(<|](?:trace|debug|info|verbose)[\])>|]|(?:trace|debug|info|verbose):)/i
/** The same as a field of a structured line. */
const levelField =
  /["']?\b(?:level|lvl|severity)["']?[=:]\s*["']?(?:(?:trace|debug|info|verbose)\b|[123]0\b)/i
/** Stack frames of Node, Python, Rust, Go and Java. */
const stackFrame = /^\s+at\s|^\s*File "[^"]*", line \d|^\s+\d+: +\S+::|^\s+\S+\.go:\d|^goroutine \d/

/** The error message in a program's standard error, without notes and stack traces. */
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

/** Whether the first word of a line, after timestamps and component names, is a level below warning. */
function isNote(text: string): boolean {
  if (levelField.test(text)) return true
  const words = text.split(/\s+/)
  const first = words.findIndex((word, index) => !/[\d[\]]|^-$/.test(word) && words[index + 1] !== '-')
  return words
    .slice(0, first === -1 ? words.length : first + 1)
    .some((word) => level.test(word) || smallLevel.test(word))
}
