import type { Token, TokenizerExtension } from 'marked'

import { maxTextChars } from './limited-lexer'
import { unspaced } from './scripts'

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
/** Longer than any formula that is rendered, and how far ahead the closing delimiter is searched for. */
const maxBlockChars = 4_000
/** How many lines of a paragraph that look like the start of a formula are tried. */
const maxTried = 8
/** Longer than any inline formula, so that a single dollar sign costs little. */
const maxInlineChars = 1_000
/** Found in formulas, and rarely in prose between brackets or dollars. */
const sign = /[\\^_={}<>+|*/]|^\s*-?[\p{L}\d](?:'|\s*[,()-]\s*[\p{L}\d]+\)?)*\s*$/u
/** The rest of a line; includes its line break only if the paragraph continues. */
const endsLine = /^[ \t]*(?:\n(?![ \t]*(?:\n|$))|(?=\n)|$)/
/** A letter or digit beside a dollar sign belongs to a price or a name. In scripts without spaces, it may be any word. */
const dollars = /^\$(?![\s$])((?:\\[^\n]|[^\\$\n`])+?)(?<!\s)\$(?![\p{Script=Latin}\p{N}$])/u
const mayNotPrecedeDollar = /[\p{Script=Latin}\p{N}$\\]$/u
const endsInLetter = /[\p{L}\p{M}]$/u
const beginsWithLetter = /^\p{L}/u
const amountAndWords = new RegExp(String.raw`^\d[^\\^_={}]*(?<!\\)(?:\p{L}{2,}|[${unspaced}])`, 'u')
/** What a formula that touches words cannot contain outside braces, and what it can contain only with a sign. */
const endsClause = /(?![\0-\x7f])\p{P}/u
const wordLetter = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Common}])\p{L}/u
const signBesideWords = new RegExp(String.raw`[\\^=]|_[${unspaced}]`, 'u')
const onlyWords = /^[\p{L}\s,.;:!?'’"-]*\p{L}{2,}[,.;:!?]?\s[\p{L}\s,.;:!?'’"-]*$/u

/** Blocks `$$ … $$` and `\[ … \]`; a blank line ends them at the latest. */
export const mathBlock: TokenizerExtension = {
  name: 'math-block',
  level: 'block',
  start: formulaStart,
  tokenizer: blockFormula,
}

/** Inline `$…$` and `\(…\)`, and block delimiters inside a line. Dollar signs in prose stay text. */
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
    if (source.startsWith('\\(')) return between(source, '\\)', false)
    if (source.startsWith('\\[')) return between(source, '\\]', true)
    return betweenDollars(source, tokens)
  },
}

function between(source: string, closing: Closing, isDisplay: boolean): MathToken | undefined {
  const at = closingAt(source.slice(0, maxInlineChars), 2, closing)
  if (at === -1) return undefined
  const text = source.slice(2, at)
  if (!isMathematics(text, closing)) return undefined
  return mathToken(source.slice(0, at + closing.length), text, { isDisplay, isClosed: true })
}

function betweenDollars(source: string, before: readonly Token[]): MathToken | undefined {
  if (!source.startsWith('$')) return undefined
  if (mayNotPrecedeDollar.test(before.at(-1)?.raw ?? '')) return undefined
  const found = dollars.exec(source.slice(0, maxInlineChars))
  const text = found?.[1]
  if (found === null || text === undefined) return undefined
  if (amountAndWords.test(text) || onlyWords.test(text)) return undefined
  const touchesWords =
    endsInLetter.test(before.at(-1)?.raw ?? '') || beginsWithLetter.test(source.slice(found[0].length))
  if (touchesWords && isBetweenDollars(text)) return undefined
  return mathToken(found[0], text, { isDisplay: false, isClosed: true })
}

/** Whether words between two dollar signs, such as those of prices, touch the signs. */
function isBetweenDollars(text: string): boolean {
  const outside = text.replaceAll(/\{[^{}]*\}/g, '')
  return endsClause.test(outside) || (wordLetter.test(outside) && !signBesideWords.test(outside))
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
  const line = /\n(?:[ \t]*(?:\n|$)| {0,3}(?:\$\$|\\\[))/g
  const ahead = source.slice(0, maxBlockChars)
  for (let tried = 0; tried < maxTried; tried += 1) {
    const found = line.exec(ahead)
    if (found === null || !/[$[]$/.test(found[0])) return undefined
    if (blockFormula(source.slice(found.index + 1)) !== undefined) return found.index + 1
  }
  return undefined
}

function blockFormula(source: string): MathToken | undefined {
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
  const rest = endsLine.exec(source.slice(at + closing.length, at + maxBlockChars))
  if (rest === null || !isMathematics(text, closing)) return undefined
  const raw = source.slice(0, at + closing.length + rest[0].length)
  return mathToken(raw, text, { isDisplay: true, isClosed })
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
