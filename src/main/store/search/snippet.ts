import { graphemesOf } from '../../../shared/text/graphemes'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { rangeOf, type TermPlace } from './message-matches'
import type { TokenizedText } from '../tokenizer/tokenize'

type Snippet = Pick<SearchHit, 'snippet' | 'highlights'>

/** A text as the index sees it, with the occurrences of each term. */
export interface FoundText {
  cut: TokenizedText
  places: readonly (readonly TermPlace[])[]
}

/** About the length of one line in a list of hits. */
const snippetUnits = 180
/** The length of the part that precedes the match. */
const leadUnits = 50
/** No character is longer. */
const graphemeUnits = 200
/** Line ends, other control characters, and those that change the direction of text. */
const invisible = /[\s\p{Cc}\u202A-\u202E\u2066-\u2069]/u

interface Range {
  from: number
  to: number
}

/** One line around the place where most of the terms are together, or the beginning of the text. */
export function snippetOf(found: FoundText): Snippet {
  const { text } = found.cut
  const marked = rangesOf(found)
  const best = bestRange(found, marked)
  const window = windowAround(found, best)
  const visible = marked.flatMap((range) => {
    const whole = wholeCharacters(text, range)
    const from = Math.max(whole.from, window.from)
    const to = Math.min(whole.to, window.to)
    return from < to ? [{ from, to }] : []
  })
  return inOneLine(text, window, merged(visible))
}

function rangesOf({ cut, places }: FoundText): Range[] {
  return places
    .flat()
    .map((place) => rangeOf(place, cut))
    .toSorted((one, other) => one.from - other.from)
}

/** The first place where the most different terms are close together. */
function bestRange({ cut, places }: FoundText, marked: readonly Range[]): Range {
  const starts = places.map((ofTerm) => ofTerm.map((place) => rangeOf(place, cut).from))
  let best: { from: number; termCount: number } = { from: marked[0]?.from ?? 0, termCount: 0 }
  for (const { from } of marked) {
    const to = from + snippetUnits - leadUnits
    const termCount = starts.filter((ofTerm) => ofTerm.some((start) => start >= from && start < to)).length
    if (termCount > best.termCount) best = { from, termCount }
    if (termCount === places.length) break
  }
  const range = marked.find(({ from }) => from === best.from)
  return range ?? { from: 0, to: 0 }
}

function windowAround({ cut }: FoundText, best: Range): Range {
  const { text } = cut
  const isNearStart = best.from <= leadUnits
  const from = isNearStart ? 0 : wordStartAfter(cut, best.from - leadUnits, best.from)
  const to = Math.min(text.length, from + snippetUnits)
  return wholeCharacters(text, { from, to })
}

/** The start of the first word at or after `from`, but not after `limit`. */
function wordStartAfter(cut: TokenizedText, from: number, limit: number): number {
  let [low, high] = [0, cut.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cut.starts[middle] ?? limit) < from) low = middle + 1
    else high = middle
  }
  return low < cut.count ? Math.min(cut.starts[low] ?? limit, limit) : limit
}

/** Extends the range so that it cuts no grapheme. */
function wholeCharacters(text: string, { from, to }: Range): Range {
  return { from: characterAt(text, from).from, to: to === 0 ? 0 : characterAt(text, to - 1).to }
}

/** The grapheme that contains the unit at `at`. */
function characterAt(text: string, at: number): Range {
  if (isAlone(text, at) && isAlone(text, at + 1)) return { from: at, to: at + 1 }
  // A character always starts after a space.
  const space = Math.max(text.lastIndexOf(' ', at - 1), text.lastIndexOf('\n', at - 1)) + 1
  const base = Math.max(at === 0 ? 0 : space, at - graphemeUnits)
  const near = text.slice(base, at + graphemeUnits)
  const character = graphemesOf(near).containing(at - base)
  if (character === undefined) return { from: at, to: at }
  const from = base + character.index
  return { from, to: from + character.segment.length }
}

/** Nearly every character is one unit and not part of a larger grapheme. */
function isAlone(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return Number.isNaN(unit) || (unit > 0x1f && unit < 0x300)
}

function merged(ranges: readonly Range[]): Range[] {
  const apart: Range[] = []
  for (const range of ranges) {
    const last = apart.at(-1)
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else apart.push({ ...range })
  }
  return apart
}

/** The window as one line: each run of invisible characters becomes one space. */
function inOneLine(text: string, window: Range, highlights: readonly Range[]): Snippet {
  const start = window.from > 0 ? '…' : ''
  let line = start
  const offsets: number[] = []
  for (let at = window.from; at < window.to; at += 1) {
    offsets.push(line.length)
    const unit = text.charAt(at)
    if (isPlain(unit) || !invisible.test(unit)) line += unit
    else if (line !== start && !line.endsWith(' ')) line += ' '
  }
  offsets.push(line.length)
  const snippet = line.trimEnd()
  return {
    snippet: window.to < text.length ? `${snippet}…` : snippet,
    highlights: highlights.map(({ from, to }) => [
      offsets[from - window.from] ?? 0,
      Math.min(offsets[to - window.from] ?? snippet.length, snippet.length),
    ]),
  }
}

function isPlain(unit: string): boolean {
  return unit > ' ' && unit <= '~'
}
