import type { Token, TokenizerExtension } from 'marked'

import { unspaced } from './scripts'

/** Longest piece of plain text, and longest email address; longer text is parsed in pieces. */
export const maxTextChars = 500

/** A formula in its source form, without delimiters. */
export interface MathToken {
  type: 'math'
  raw: string
  text: string
  /** On a line of its own. */
  isDisplay: boolean
  /** Its closing delimiter has arrived; until then it is shown as text. */
  isClosed: boolean
}

type Closing = '$$' | '\\]' | '\\)'

const blockOpening = /^ {0,3}(\$\$|\\\[)/
const environmentOpening = /^ {0,3}(?=\\begin\{)/
const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*math[ \t]*\n/
/** Longer than any formula that is rendered, and how far ahead the closing delimiter is searched for. */
const maxBlockChars = 4_000
/** The number of lines in a paragraph that are tried because they look like the start of a formula. */
const maxTried = 8
/** Longer than any inline formula, so that a single dollar sign costs little. */
const maxInlineChars = 1_000
/** Found in formulas, and rarely in prose between brackets or dollars. */
const sign = /[\\^_={}<>+|*/]|^\s*-?[\p{L}\d](?:'|\s*[,()-]\s*[\p{L}\d]+\)?)*\s*$/u
/** The rest of a line; includes its line break only if the paragraph continues. */
const endsLine = /^[ \t]*(?:\n(?![ \t]*(?:\n|$))|(?=\n)|$)/
const reference = /^\\(?:eq)?ref\{[^{}\\\s]{1,100}\}/

/** Blocks `$$ … $$`, `\[ … \]`, environments and `math` fences; a blank line ends all but the last at the latest. */
export const mathBlock: TokenizerExtension = {
  name: 'math-block',
  level: 'block',
  start: formulaStart,
  tokenizer: (source) => blockFormula(source) ?? fencedFormula(source),
}

/** Inline `$…$` and `\(…\)`, block delimiters and environments inside a line, and references to numbered formulas. */
export const mathInline: TokenizerExtension = {
  name: 'math-inline',
  level: 'inline',
  start(source) {
    // Text ends at any of these marks anyway; looking past each of them would make the search quadratic.
    const at = source.slice(0, maxTextChars + 1).search(/[\\<![`*~_$]/)
    return source.startsWith('$', at) ? at : undefined
  },
  tokenizer(source, tokens) {
    if (source.startsWith('$$')) return between(source, '$$', true)
    if (source.startsWith('$')) return betweenDollars(source, tokens)
    if (source.startsWith('\\(')) return between(source, '\\)', false)
    if (source.startsWith('\\[')) return between(source, '\\]', true)
    return environment(source) ?? referenceToFormula(source)
  },
}

/** A reference outside a formula. It is shown as written unless the text has a formula with this label. */
export function isBareReference({ raw, text }: MathToken): boolean {
  return raw === text && reference.test(raw)
}

function between(source: string, closing: Closing, isDisplay: boolean): MathToken | undefined {
  const at = closingAt(source.slice(0, maxInlineChars), 2, closing)
  if (at === -1) return undefined
  const text = source.slice(2, at)
  if (!isMathematics(text, closing)) return undefined
  return mathToken(source.slice(0, at + closing.length), text, { isDisplay, isClosed: true })
}

function betweenDollars(source: string, before: readonly Token[]): MathToken | undefined {
  const found = dollarFormula(source.slice(0, maxInlineChars), before.at(-1)?.raw ?? '')
  return found === null ? undefined : mathToken(found.raw, found.text, { isDisplay: false, isClosed: true })
}

function environment(source: string): MathToken | undefined {
  const end = environmentEnd(source)?.end ?? -1
  if (end === -1) return undefined
  const raw = source.slice(0, end)
  return mathToken(raw, raw, { isDisplay: true, isClosed: true })
}

function referenceToFormula(source: string): MathToken | undefined {
  const raw = reference.exec(source)?.[0]
  return raw === undefined ? undefined : mathToken(raw, raw, { isDisplay: false, isClosed: true })
}

function mathToken(raw: string, text: string, kind: Pick<MathToken, 'isDisplay' | 'isClosed'>): MathToken {
  return { type: 'math', raw, text: text.trim(), ...kind }
}

/** Escaped brackets are common in prose; double dollars are not. */
function isMathematics(text: string, closing: Closing): boolean {
  return text.trim() !== '' && (closing === '$$' || sign.test(text))
}

function closingAt(text: string, from: number, closing: Closing): number {
  const escapeOrDollars = /\\[^]|\$\$/g
  escapeOrDollars.lastIndex = from
  for (let found = escapeOrDollars.exec(text); found !== null; found = escapeOrDollars.exec(text)) {
    if (found[0] === closing) return found.index
  }
  return -1
}

/**
 * Where the first formula after the first line starts. False starts are skipped, because marked would parse the whole
 * paragraph again for each.
 */
function formulaStart(source: string): number | undefined {
  const line = /\n(?:[ \t]*(?:\n|$)| {0,3}(\$\$|\\\[|\\begin\{))/g
  const ahead = source.slice(0, maxBlockChars)
  for (let tried = 0; tried < maxTried; tried += 1) {
    const found = line.exec(ahead)
    if (found?.[1] === undefined) return undefined
    if (blockFormula(source.slice(found.index + 1)) !== undefined) return found.index + 1
  }
  return undefined
}

function blockFormula(source: string): MathToken | undefined {
  const indentation = environmentOpening.exec(source)?.[0]
  if (indentation !== undefined) return blockEnvironment(source, indentation.length)
  const opening = blockOpening.exec(source)
  if (opening === null) return undefined
  const closing = opening[1] === '$$' ? '$$' : '\\]'
  const from = opening[0].length
  const found = readAhead(source, from, closing)
  if (found === null) return undefined
  const { at, isClosed } = found
  const text = source.slice(from, at)
  if (!isClosed) {
    if (!endsLine.test(text)) return undefined
    return mathToken(source.slice(0, at), text, { isDisplay: true, isClosed })
  }
  if (!isMathematics(text, closing)) return undefined
  return closedBlock(source, { from, at, end: at + closing.length })
}

function blockEnvironment(source: string, from: number): MathToken | undefined {
  const found = environmentEnd(source.slice(from))
  if (found?.isOpen === true)
    return mathToken(source, source.slice(from), { isDisplay: true, isClosed: false })
  if (found === null || found.end === -1) return undefined
  const end = from + found.end
  return closedBlock(source, { from, at: end, end })
}

/** A formula that its line ends with, including the line break. */
function closedBlock(
  source: string,
  { from, at, end }: { from: number; at: number; end: number },
): MathToken | undefined {
  const rest = endsLine.exec(source.slice(end, end + maxBlockChars))
  if (rest === null) return undefined
  return mathToken(source.slice(0, end + rest[0].length), source.slice(from, at), {
    isDisplay: true,
    isClosed: true,
  })
}

/** A fence that is still open is code. */
function fencedFormula(source: string): MathToken | undefined {
  const opening = fence.exec(source)
  if (opening?.[1] === undefined) return undefined
  const ahead = source.slice(0, opening[0].length + maxBlockChars)
  const closing = new RegExp(String.raw`^ {0,3}${opening[1]}${opening[1].charAt(0)}*[ \t]*$`, 'gm')
  closing.lastIndex = opening[0].length
  const found = closing.exec(ahead)
  const end = found === null ? 0 : found.index + found[0].length
  if (found === null || (end === ahead.length && ahead.length < source.length)) return undefined
  const inner = ahead.slice(opening[0].length, found.index).trim()
  const text = /^(?:\$\$|\\\[)([^]+)(?:\$\$|\\\])$/.exec(inner)?.[1] ?? inner
  if (text.trim() === '') return undefined
  return mathToken(source.slice(0, end), text, { isDisplay: true, isClosed: true })
}

/** The closing delimiter or the end of the paragraph, whichever comes first; null when both are too far away. */
function readAhead(source: string, from: number, closing: Closing): { at: number; isClosed: boolean } | null {
  const stop = /\\[^\n]|\$\$|\n[ \t]*(?:\n|$)/g
  stop.lastIndex = from
  const ahead = source.slice(0, from + maxBlockChars)
  for (let found = stop.exec(ahead); found !== null; found = stop.exec(ahead)) {
    if (found[0] === closing) return { at: found.index, isClosed: true }
    if (found[0].startsWith('\n')) return { at: found.index, isClosed: false }
  }
  return ahead.length < source.length ? null : { at: source.length, isClosed: false }
}

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
function environmentEnd(source: string): { end: number; isOpen: boolean } | null {
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

/** Text enclosed by two dollar signs; a letter or digit beside a sign belongs to a price or a name. */
const enclosed = String.raw`\$(?![\s$])((?:\\[^\n]|[^\\$\n${'`'}])+?)(?<!\s)\$(?![\p{Script=Latin}\p{N}$])`
const mayNotPrecede = String.raw`[\p{Script=Latin}\p{N}$\\]`
const formula = new RegExp(`^${enclosed}`, 'u')
const formulas = new RegExp(`(?<!${mayNotPrecede})${enclosed}`, 'gu')
const endsInName = new RegExp(`${mayNotPrecede}$`, 'u')
const endsInLetter = /[\p{L}\p{M}]$/u
const beginsWithLetter = /^\p{L}/u
const amountAndWords = new RegExp(String.raw`^\d[^\\^_={}]*(?<!\\)(?:\p{L}{2,}|[${unspaced}])`, 'u')
const onlyWords = /^[\p{L}\s,.;:!?'’"-]*\p{L}{2,}[,.;:!?]?\s[\p{L}\s,.;:!?'’"-]*$/u
/** Characters that a formula that touches words cannot contain outside braces, or only with a sign. */
const endsClause = /(?![\0-\x7f])\p{P}/u
const wordLetter = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Common}])\p{L}/u
const signBesideWords = new RegExp(String.raw`[\\^=]|_[${unspaced}]`, 'u')

/** The formula between dollar signs at the start of `source`; null if the signs are those of prices or names. */
function dollarFormula(source: string, before: string): { raw: string; text: string } | null {
  if (endsInName.test(before)) return null
  const [raw, text] = formula.exec(source) ?? []
  if (raw === undefined || text === undefined || isProse(text)) return null
  // In scripts without spaces, a letter beside a sign may be any word.
  const touchesWords = endsInLetter.test(before) || beginsWithLetter.test(source.slice(raw.length))
  return touchesWords && isBetweenDollars(text) ? null : { raw, text }
}

/** Changes the formulas between dollar signs in a line. */
export function replaceDollarFormulas(line: string, change: (raw: string) => string): string {
  return line.replaceAll(formulas, (raw, text: string) => (isProse(text) ? raw : change(raw)))
}

function isProse(text: string): boolean {
  return amountAndWords.test(text) || onlyWords.test(text)
}

/** True if words between two dollar signs, such as those of prices, touch the signs. */
function isBetweenDollars(text: string): boolean {
  const outside = text.replaceAll(/\{[^{}]*\}/g, '')
  return endsClause.test(outside) || (wordLetter.test(outside) && !signBesideWords.test(outside))
}
