import type { SearchHit } from '../../../shared/sessions/sessions'
import type { Place } from './term-places'
import type { CutText } from '../tokenizer/words'

type Snippet = Pick<SearchHit, 'snippet' | 'highlights'>

/** A text as the index sees it, and where each term stands in it. */
export interface FoundText {
  cut: CutText
  places: readonly (readonly Place[])[]
}

/** About as long as one line of a list of hits. */
const snippetUnits = 180
/** So much of it comes before what was found. */
const leadUnits = 50
/** No character is longer. */
const graphemeUnits = 200
/** Line ends, other control characters, and those that turn the direction of a line. */
const invisible = /[\s\p{Cc}\u202A-\u202E\u2066-\u2069]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

interface Range {
  from: number
  to: number
}

/** One line around the place where most of the terms stand together, or the beginning of the text. */
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
    .map(({ first, end }) => ({ from: cut.starts[first] ?? 0, to: cut.ends[end - 1] ?? 0 }))
    .toSorted((one, other) => one.from - other.from)
}

/** Where the most different terms stand close together; the first such place. */
function bestRange({ cut, places }: FoundText, marked: readonly Range[]): Range {
  const starts = places.map((ofTerm) => ofTerm.map(({ first }) => cut.starts[first] ?? 0))
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

/** Where the first word begins at or behind `from`; never behind `limit`. */
function wordStartAfter(cut: CutText, from: number, limit: number): number {
  let [low, high] = [0, cut.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cut.starts[middle] ?? limit) < from) low = middle + 1
    else high = middle
  }
  return low < cut.count ? Math.min(cut.starts[low] ?? limit, limit) : limit
}

/** The range made so much larger that it cuts no character of several parts. */
function wholeCharacters(text: string, { from, to }: Range): Range {
  return { from: characterAt(text, from).from, to: to === 0 ? 0 : characterAt(text, to - 1).to }
}

/** Where the character begins and ends that the unit at `at` is part of, as people see characters. */
function characterAt(text: string, at: number): Range {
  if (isAlone(text, at) && isAlone(text, at + 1)) return { from: at, to: at + 1 }
  // Behind a space a character begins for certain.
  const space = Math.max(text.lastIndexOf(' ', at - 1), text.lastIndexOf('\n', at - 1)) + 1
  const base = Math.max(at === 0 ? 0 : space, at - graphemeUnits)
  const near = text.slice(base, at + graphemeUnits)
  const character = graphemes.segment(near).containing(at - base)
  if (character === undefined) return { from: at, to: at }
  const from = base + character.index
  return { from, to: from + character.segment.length }
}

/** Nearly every character is of one unit and takes no part in a larger one. */
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

/** The window as one line: what is invisible, and any run of it, is one space. */
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
