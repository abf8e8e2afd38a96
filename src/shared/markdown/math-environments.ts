/** Environments of formulas, which also stand in a text without delimiters. Others, such as lists, are shown as written. */
const names = new Set(
  'equation align gather alignat flalign multline eqnarray math displaymath aligned gathered alignedat split multlined array darray subarray matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases dcases rcases drcases CD'.split(
    ' ',
  ),
)
const opening = /^\\begin\{(\w+\*?)\}/
/** Longer than any formula that is rendered. */
const maxChars = 4_000

/**
 * Where the environment at the start of `source` ends: after its last character; -1 if its paragraph ends before it, and
 * null if there is none or it is too long. `isOpen` if all of `source` belongs to its paragraph.
 */
export function environmentEnd(source: string): { end: number; isOpen: boolean } | null {
  const name = opening.exec(source)?.[1]
  if (name === undefined || !names.has(name.replace('*', ''))) return null
  const ahead = source.slice(0, maxChars)
  const mark = new RegExp(String.raw`\\(begin|end)\{${name.replace('*', String.raw`\*`)}\}|\n[ \t]*\n`, 'g')
  let depth = 0
  for (let found = mark.exec(ahead); found !== null; found = mark.exec(ahead)) {
    if (found[1] === undefined) return { end: -1, isOpen: false }
    depth += found[1] === 'begin' ? 1 : -1
    if (depth === 0) return { end: found.index + found[0].length, isOpen: false }
  }
  return ahead.length < source.length ? null : { end: -1, isOpen: true }
}
