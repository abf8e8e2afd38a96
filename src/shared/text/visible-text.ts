import { oneLine } from './one-line'

/** A run of plain text, or the names of characters that would be invisible or affect their surroundings. */
export interface VisiblePiece {
  text: string
  isHidden: boolean
}

/** Combining marks beyond those that any language stacks on one letter: they cover the lines above and below. */
const stackedMark = String.raw`(?<=\p{M}{4})\p{M}`

/**
 * Controls, marks that change the writing direction, zero-width and private-use characters, lone surrogates, spaces that
 * are none for a shell, and stacks of combining marks. Line ends and tabs are allowed.
 */
const hiddenCharacters = new RegExp(
  String.raw`${stackedMark}|(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
  'gu',
)

/** Scripts in which a joiner changes the form of the preceding letter. */
const joiningLetter = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]`
/**
 * Zero-width characters that shape the preceding one, where they do so: they hide nothing. A second one in a row has no
 * effect and is not exempt.
 */
const shaping = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{scx=Mong})[\u180b-\u180d\u180f]`,
  // Visible Arabic, Syriac and Kaithi signs: they enclose the digits after them.
  String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
].join('|')

/**
 * The characters that mislead even in text that is not a command and may have its own spaces, joiners and line ends:
 * those that change the direction, move the caret, break a line elsewhere, cover other lines, or are invisible and have
 * no visible effect.
 */
export const misleadingCharacters = new RegExp(
  String.raw`${stackedMark}|(?![\n\t]|${shaping})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800](?<!\r(?=$))`,
  'gu',
)

/** The part of a text that one page shows. */
export interface PageLimits {
  chars: number
  lines: number
  /** Runs of hidden characters. */
  runs: number
}

const noLimits: PageLimits = { chars: Infinity, lines: Infinity, runs: Infinity }
/** Kinds of characters of one run that are named. */
const namedKinds = 8
/** Longer runs are continued in another piece. */
const longestRun = 20_000

/**
 * Splits a text into plain pieces and runs of hidden characters, shown by name, such as `U+202E` or `U+200B × 3`.
 */
export function visiblePieces(text: string, hidden: RegExp = hiddenCharacters): VisiblePiece[] {
  return visiblePage(text, 0, noLimits, hidden).pieces
}

/** Like `visiblePieces`, for the part of a text that begins at `from` and fits the limits, and where it ends. */
export function visiblePage(
  text: string,
  from: number,
  limits: PageLimits,
  hidden: RegExp = hiddenCharacters,
): { pieces: VisiblePiece[]; end: number } {
  const pieces: VisiblePiece[] = []
  const next = finder(text, hidden)
  let { chars, lines, runs } = limits
  let at = from
  while (at < text.length && chars > 0 && lines > 0 && runs > 0) {
    const found = next(at)
    const plainEnd = found?.index ?? text.length
    if (plainEnd > at) {
      const end = fittingEnd(text, { at, end: plainEnd, chars, lines })
      const plain = text.slice(at, end)
      if (plain !== '') pieces.push({ text: plain, isHidden: false })
      chars -= plain.length
      lines -= lineEndsIn(plain)
      at = end
      if (end < plainEnd) break
    }
    if (found === null) break
    const run = hiddenRun(text, at, next)
    pieces.push(...run.names.map((name) => ({ text: name, isHidden: true })))
    runs -= 1
    at = run.end
  }
  return { pieces, end: at }
}

interface FoundCharacter {
  index: number
  character: string
}

/** Finds the first hidden character at or behind a place. */
function finder(text: string, hidden: RegExp): (from: number) => FoundCharacter | null {
  const pattern = new RegExp(hidden)
  let last: FoundCharacter | null = null
  return (from) => {
    // A place is asked about again when the text before it did not fit.
    if (last !== null && last.index >= from) return last
    pattern.lastIndex = from
    const found = pattern.exec(text)
    last = found === null ? null : { index: found.index, character: found[0] }
    return last
  }
}

/** The names of the hidden characters from `start` to the next visible one. */
function hiddenRun(
  text: string,
  start: number,
  next: (from: number) => FoundCharacter | null,
): { names: string[]; end: number } {
  const kinds: { character: string; count: number }[] = []
  let end = start
  let more = 0
  for (let found = next(start); found?.index === end; found = next(end)) {
    const { character } = found
    let count = 0
    // A repeated one is never exempt.
    while (text.startsWith(character, end)) {
      count += 1
      end += character.length
    }
    const last = kinds.at(-1)
    if (last?.character === character && more === 0) last.count += count
    else if (kinds.length < namedKinds) kinds.push({ character, count })
    else more += count
    if (end - start > longestRun) break
  }
  const names = kinds.map(
    ({ character, count }) => `${nameOf(character)}${count > 1 ? ` × ${grouped(count)}` : ''}`,
  )
  if (more > 0) names.push(`… + ${grouped(more)}`)
  return { names, end }
}

/** The end of the part that fits, never within a character. */
function fittingEnd(
  text: string,
  { at, end, chars, lines }: { at: number; end: number; chars: number; lines: number },
): number {
  let fitting = Math.min(end, at + chars)
  for (let line = 0, from = at; line < lines; line += 1) {
    const lineEnd = text.indexOf('\n', from)
    if (lineEnd === -1 || lineEnd >= fitting) return isInCharacter(text, fitting) ? fitting - 1 : fitting
    from = lineEnd + 1
    if (line === lines - 1) fitting = from
  }
  return fitting
}

function isInCharacter(text: string, at: number): boolean {
  return at < text.length && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))
}

function lineEndsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

/** Like `visiblePieces`, as one string: no part of it starts a line or changes how its surroundings look. */
export function visibleText(text: string): string {
  return inOneLine(marked(text))
}

/** Like `visibleText`, for words by people, such as a title, which may contain their own spaces and joiners. */
export function visibleWords(text: string): string {
  return inOneLine(marked(text, misleadingCharacters))
}

/** A name or note by people in one line, without the characters that mislead. */
export function plainWords(text: string): string {
  return oneLine(oneLine(text).replaceAll(misleadingCharacters, ''))
}

/** Like `visibleText`, for a command or title shown on one line, where the exact line ends do not matter; not for names. */
export function visibleLine(text: string): string {
  return marked(text.replaceAll(/[ \t]*(?:\r?\n[ \t]*)+/g, ' ↵ '))
}

/** Like `visibleText`, for several lines, each with `prefix`, so that none can pass for a line of another text. */
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

/** A host, maybe with its scheme, that is longer than this without its start: its end says whose it is. */
export function shortHost(host: string, chars: number): string {
  if (host.length <= chars) return host
  const [scheme = ''] = /^[a-z][a-z\d+.-]{0,20}:\/\//i.exec(host) ?? []
  return `${scheme}…${host.slice(-chars)}`
}

/** Scheme, host without the words that may stand before it, and everything else. */
const addressParts = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#\\]*@)?([^/?#\\]*)(.*)$/is

/** An address that is longer than this without the middle of its path, with the end of its host. */
export function shortAddress(address: string, chars: number): string {
  if (address.length <= chars) return address
  const [, scheme, host = '', rest = ''] = addressParts.exec(address) ?? []
  if (scheme === undefined) return withoutMiddle(address, chars)
  const half = Math.floor(chars / 2)
  return `${scheme}${shortHost(host, half)}${withoutMiddle(rest, half)}`
}

/** A path or name that is longer than this without its middle. */
export function withoutMiddle(text: string, chars: number): string {
  if (text.length <= chars) return text
  const kept = Math.floor(chars / 2)
  const [start, end] = [kept, text.length - kept]
  return `${text.slice(0, isInCharacter(text, start) ? start - 1 : start)} … ${text.slice(isInCharacter(text, end) ? end + 1 : end)}`
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
