/** Characters that models write differently from their source, and how they are compared. */
const folded: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’‚‛′´`', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„‟″«»', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—−', (mark): [string, string] => [mark, '-']),
  ['…', '...'],
  ...Array.from('\u00AD\u200B\u200C\u200D\u2060\uFEFF', (mark): [string, string] => [mark, '']),
])
const markup: ReadonlySet<string> = new Set('*_`~')

/** A text as it is compared. */
export interface FoldedText {
  text: string
  /** Where each UTF-16 unit of `text` was. */
  places: number[]
  /** How many letters and digits it has. */
  letters: number
}

/**
 * The text with single spaces, plain marks and, unless it `isVerbatim`, without Markdown emphasis. Takes time in
 * proportion to the length of the text, whatever is in it.
 */
export function foldText(text: string, isVerbatim: boolean): FoldedText {
  const places: number[] = []
  const units: string[] = []
  let endsBlank = true
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at] ?? ''
    const isBlank = /\s/.test(unit)
    if (isBlank && endsBlank) continue
    const same = isBlank ? ' ' : !isVerbatim && markup.has(unit) ? '' : (folded.get(unit) ?? unit)
    if (same === '') continue
    units.push(same)
    endsBlank = isBlank
    for (let count = 0; count < same.length; count += 1) places.push(at)
  }
  const result = units.join('')
  return { text: result, places, letters: lettersOf(result) }
}

/** How many letters and digits a text has. */
export function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
