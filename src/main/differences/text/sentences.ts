import type { Span, TextBlock } from './text-blocks'

/** The most sentences or lines of a block; all text after them is one. */
export const maxSentences = 20_000

/** Quote marks, the marker of a heading or item, and a checkbox. */
const leading = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:[ \t]+(?:\[[ xX]\][ \t]+)?|$))?/
/** A point after these does not end a sentence: one letter, as in `z. B.`, and common short forms. */
const abbreviation =
  /(?:^|[\s(*_„"])(?:\p{L}|\p{L}\.\s?\p{L}{1,2}|\p{L}\.\s?\p{L}\.\s?\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Str|Jr|Inc|Ltd|Co|vs|approx|est|ed|vol|pp?|Ch|Sec|Eq|bzw|ca|Nr|No|Abb|Abs|Art|Fig|Bd|Kap|Hr|Fr|inkl|exkl|zzgl|ggf|evtl|vgl|sog|geb|gest|mind|max|min|Mio|Mrd|Jh|Chr|Tel|Jan|Feb|Mar|Mär|Apr|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez)\.[*_)]*\s*$/u
/** An ordinal or a day of a month, as in `am 17. November` and `der 2. Weltkrieg`. */
const ordinal = /(?<![\p{L}\p{N}.,:])\d{1,3}\.[*_)]*\s*$/u
/** After a number with a point, these begin a sentence. */
const startsSentence =
  /^[*_("„“']*(?:the|a|an|this|that|these|those|it|its|he|she|they|we|you|i|if|in|on|at|for|but|and|so|there|when|der|die|das|den|dem|ein|eine|einen|es|er|sie|wir|ihr|ich|man|dies|diese|dieser|dieses|wer|wenn|im|am|in|bei|für|aber|und|so|dann|danach|hier|auch|nach|mit)(?!\p{L})/iu

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the start of the words of a block, after its markers. */
export function contentStart(source: string, { kind, from, to }: TextBlock): number {
  if (kind === 'code' || kind === 'table' || kind === 'math') return from
  return from + (leading.exec(source.slice(from, Math.min(to, from + 200)))?.[0].length ?? 0)
}

/** The sentences of a block, or its lines if it is code or a table. They cover the block without gaps. */
export function sentencesOf(source: string, block: TextBlock): Span[] {
  const isByLine = block.kind === 'code' || block.kind === 'table' || block.kind === 'math'
  const ends = isByLine ? lineEnds(source, block) : sentenceEnds(source, block)
  const spans: Span[] = []
  let { from } = block
  for (const to of ends) {
    if (to <= from || to >= block.to) continue
    if (spans.length === maxSentences - 1) break
    spans.push({ from, to })
    from = to
  }
  spans.push({ from, to: block.to })
  return spans
}

function lineEnds(source: string, { from, to }: TextBlock): number[] {
  const ends: number[] = []
  for (let at = source.indexOf('\n', from); at !== -1 && at < to; at = source.indexOf('\n', at + 1)) {
    if (!isBlank(source, at + 1, to)) ends.push(at + 1)
  }
  return ends
}

/** True if the line at `from` is blank; such lines belong to the line before them. */
function isBlank(source: string, from: number, to: number): boolean {
  let at = from
  while (at < to && (source[at] === ' ' || source[at] === '\t')) at += 1
  return at === to || source[at] === '\n'
}

/** A line break inside a paragraph ends no sentence. */
function sentenceEnds(source: string, block: TextBlock): number[] {
  const start = contentStart(source, block)
  const text = source.slice(start, block.to).replaceAll('\n', ' ')
  const ends: number[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    if (index > 0 && !continues(text.slice(Math.max(0, index - 20), index), segment)) ends.push(start + index)
  }
  return ends
}

function continues(before: string, next: string): boolean {
  return (
    abbreviation.test(before) ||
    (ordinal.test(before) && !startsSentence.test(next)) ||
    /^[*_(]*\p{Ll}/u.test(next) ||
    // Emphasis or a bracket that closes after the point.
    /^[\s*_)\]"'”’»]*$/.test(next)
  )
}
