import type { Token, TokenizerExtension } from 'marked'

import { maxTextChars } from './limited-lexer'

/** Mathematics as it was written, between its delimiters. */
export interface MathToken {
  type: 'math'
  raw: string
  text: string
  /** Stands in a line of its own. */
  isDisplay: boolean
  /** Its end has come; without it the text is no mathematics yet. */
  isClosed: boolean
}

type Closing = '$$' | '\\]' | '\\)'

const blockOpening = /^ {0,3}(\$\$|\\\[)/
/** Longer than any formula that is drawn; a formula is looked for this far ahead and no farther. */
const maxBlockChars = 4_000
/** So many lines of a paragraph that look like the beginning of a formula, and begin none, are enough. */
const maxTried = 8
/** Longer than any formula of a line, so that a lone dollar costs little. */
const maxInlineChars = 1_000
/** What stands in mathematics and hardly ever in prose between brackets or dollars. */
const sign = /[\\^_={}<>+|*/]|^\s*-?[\p{L}\d](?:'|\s*[,()-]\s*[\p{L}\d]+\)?)*\s*$/u
/** The rest of a line, its line break only where the paragraph goes on. */
const endsLine = /^[ \t]*(?:\n(?![ \t]*(?:\n|$))|(?=\n)|$)/
const dollars = /^\$(?![\s$])((?:\\[^\n]|[^\\$\n`])+?)(?<!\s)\$(?![\p{L}\p{N}$])/u
const mayNotPrecedeDollar = /[\p{L}\p{N}$\\]$/u
const amountAndWords = /^\d[^\\^_={}]*(?<!\\)\p{L}{2,}/u
const onlyWords = /^[\p{L}\s,.;:!?'’"-]*\p{L}{2,}[,.;:!?]?\s[\p{L}\s,.;:!?'’"-]*$/u

/** `$$ … $$` and `\[ … \]` as blocks of their own; they end at a blank line at the latest. */
export const mathBlock: TokenizerExtension = {
  name: 'math-block',
  level: 'block',
  start: formulaStart,
  tokenizer: blockFormula,
}

/** `$…$`, `\(…\)`, and the signs of a block in the middle of a line. Dollars of prose stay prose. */
export const mathInline: TokenizerExtension = {
  name: 'math-inline',
  level: 'inline',
  start(source) {
    // At any other of these signs, text ends by itself: to look past it at each of them would take the square of them.
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
  return mathToken(found[0], text, { isDisplay: false, isClosed: true })
}

function mathToken(raw: string, text: string, kind: Pick<MathToken, 'isDisplay' | 'isClosed'>): MathToken {
  return { type: 'math', raw, text: text.trim(), ...kind }
}

/** Escaped brackets are common in prose; two dollars are not. */
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
 * Where the first formula after the first line begins. What only looks like one does not count: marked would read the
 * whole paragraph again for each.
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

/** Where a formula that began before `from` is closed, or where its paragraph ends; null when that is too far away. */
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
