import type { Token, TokenizerExtension } from 'marked'

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
/** Longer than any formula of a line, so that a lone dollar costs little. */
const maxInlineChars = 1_000
/** What stands in mathematics and hardly ever in prose between brackets or dollars. */
const sign = /[\\^_={}<>+|*/]|^\s*-?[\p{L}\d](?:'|\s*[,()-]\s*[\p{L}\d]+\)?)*\s*$/u
const dollars = /^\$(?![\s$])((?:\\[^\n]|[^\\$\n`])+?)(?<!\s)\$(?![\p{L}\p{N}$])/u
const mayNotPrecedeDollar = /[\p{L}\p{N}$\\]$/u
const amountAndWords = /^\d[^\\^_={}]*(?<!\\)\p{L}{2,}/u
const onlyWords = /^[\p{L}\s,.;:!?'’"-]*\p{L}{2,}[,.;:!?]?\s[\p{L}\s,.;:!?'’"-]*$/u

/** `$$ … $$` and `\[ … \]` as blocks of their own; they end at a blank line at the latest. */
export const mathBlock: TokenizerExtension = {
  name: 'math-block',
  level: 'block',
  start(source) {
    const at = paragraphOf(source).search(/\n {0,3}(?:\$\$|\\\[)/)
    return at === -1 ? undefined : at + 1
  },
  tokenizer(source) {
    const opening = blockOpening.exec(source)
    if (opening === null) return undefined
    const paragraph = paragraphOf(source)
    const closing = opening[1] === '$$' ? '$$' : '\\]'
    const from = opening[0].length
    const at = closingAt(paragraph, from, closing)
    if (at === -1) {
      if (!/^[ \t]*(?:\n|$)/.test(paragraph.slice(from))) return undefined
      return mathToken(paragraph, paragraph.slice(from), { isDisplay: true, isClosed: false })
    }
    const rest = /^[ \t]*(?:\n|$)/.exec(paragraph.slice(at + closing.length))
    const text = paragraph.slice(from, at)
    if (rest === null || !isMathematics(text, closing)) return undefined
    const raw = source.slice(0, at + closing.length + rest[0].length)
    return mathToken(raw, text, { isDisplay: true, isClosed: true })
  },
}

/** `$…$`, `\(…\)`, and the signs of a block in the middle of a line. Dollars of prose stay prose. */
export const mathInline: TokenizerExtension = {
  name: 'math-inline',
  level: 'inline',
  start(source) {
    const at = source.indexOf('$')
    return at === -1 ? undefined : at
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

function paragraphOf(source: string): string {
  const end = source.search(/\n[ \t]*(?:\n|$)/)
  return end === -1 ? source : source.slice(0, end)
}
