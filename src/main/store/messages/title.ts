import { graphemesOf } from '../../../shared/text/graphemes'

/** The title of a session without one. */
export const untitledSession = 'New chat'

/** Longer than any list is wide: a list cuts off what does not fit. */
const maxCharacters = 200
/** A preview is part of a sentence. */
const previewCharacters = 60
/** The longest title that may be entered, in UTF-16 units: some characters take several. */
const maxUnits = 500
/** The part of a line that can affect a title. */
const scannedCharacters = 1_000
const scannedLines = 20

/**
 * A title for a chat that begins with `text`: its first line with content, without Markdown, shortened at a word. Null
 * when there is none.
 */
export function titleFromText(text: string): string | null {
  return beginningOf(text, maxCharacters)
}

/** Like `titleFromText`, but short enough to be quoted in a sentence. */
export function previewFromText(text: string): string | null {
  return beginningOf(text, previewCharacters)
}

function beginningOf(text: string, most: number): string | null {
  for (const line of firstLines(text)) {
    const title = plainLine(line.slice(0, scannedCharacters))
    if (title !== '') return shortened(title, most)
  }
  return null
}

/**
 * The title from a model's reply: its first line with content, without Markdown, quotes, a heading or a full stop. Null
 * when nothing is left.
 */
export function titleFromReply(reply: string): string | null {
  for (const line of firstLines(reply)) {
    const title = bareTitle(plainLine(line.slice(0, scannedCharacters)))
    if (title !== '') return shortened(title, maxCharacters)
  }
  return null
}

function bareTitle(line: string): string {
  const title = line.replace(/^(?:title|titel|titre|título|titolo)\s*[:：]\s*/iu, '')
  const within = /^["'“”„«»‘’‚「『](.*?)["'“”„«»‘’」』]?[.。]?$/u.exec(title)
  return (within?.[1] ?? title).replace(/(?<!\.)[.。:]$/u, '').trim()
}

/** The first lines, without splitting a text of a megabyte for them. */
function* firstLines(text: string): Generator<string> {
  let rest = text.trimStart()
  for (let count = 0; count < scannedLines && rest !== ''; count += 1) {
    const newline = rest.indexOf('\n')
    yield newline === -1 ? rest : rest.slice(0, newline)
    rest = newline === -1 ? '' : rest.slice(newline + 1).trimStart()
  }
}

function plainLine(line: string): string {
  if (/^(```|~~~)/.test(line) || /^[-=_*|#>\s]+$/.test(line)) return ''
  return line
    .replace(/^(?:>\s*)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\d)(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?!\d)/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/(?<!\d)\*{2,}|\*{2,}(?!\d)|~~|`+/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
}

function shortened(title: string, most: number): string {
  const characters = Array.from(graphemesOf(title), ({ segment }) => segment)
  if (characters.length <= most && title.length <= maxUnits) return title
  const kept = withinUnits(characters.slice(0, most - 1))
  const lastSpace = kept.lastIndexOf(' ')
  const isCutMidWord = characters[kept.length] !== ' '
  // A single long word, or one that starts early, is cut rather than dropped.
  const end = isCutMidWord && lastSpace > kept.length / 2 ? lastSpace : kept.length
  return `${kept.slice(0, end).join('').trimEnd()}…`
}

/** Returns as many of the characters as fit with an ellipsis. */
function withinUnits(characters: readonly string[]): string[] {
  let units = 0
  const end = characters.findIndex((character) => (units += character.length) >= maxUnits)
  return characters.slice(0, end === -1 ? characters.length : end)
}
