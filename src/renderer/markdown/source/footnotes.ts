import type { Token, Tokens, TokenizerExtension } from 'marked'

import type { LimitedLexer } from '../../../shared/markdown/limited-lexer'

/** A footnote as shown, numbered in the order of first references. */
export interface ShownFootnote {
  label: string
  number: number
  tokens: readonly Token[]
}

/** The footnotes of a text. */
export type Footnotes = readonly ShownFootnote[]

/** One list for all texts without footnotes, so that they are not rendered again. */
export const noFootnotes: Footnotes = []

/** References and definitions of footnotes in part of a text. */
export interface FootnoteMarks {
  /** In the order of the text. */
  references: string[]
  definitions: FootnoteToken[]
}

/** Adds the references and definitions in `tokens`, including nested ones. */
export function collectFootnotes(tokens: readonly Token[], marks: FootnoteMarks): void {
  for (const token of tokens) {
    // Neither the token nor its children can contain any.
    if (!token.raw.includes('[^')) continue
    if (token.type === 'footnote-reference') {
      marks.references.push((token as unknown as FootnoteReferenceToken).label)
    } else if (token.type === 'footnote') {
      marks.definitions.push(token as unknown as FootnoteToken)
    } else if (token.type === 'list') {
      for (const item of (token as Tokens.List).items) collectFootnotes(item.tokens, marks)
    } else if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      for (const cell of [...header, ...rows.flat()]) collectFootnotes(cell.tokens, marks)
    } else if ('tokens' in token && token.tokens !== undefined) {
      collectFootnotes(token.tokens, marks)
    }
  }
}

/** Every footnote once: referenced ones first, then the others. */
export function numberFootnotes({ references, definitions }: FootnoteMarks): Footnotes {
  const byLabel = new Map<string, FootnoteToken>()
  for (const definition of definitions) {
    if (!byLabel.has(definition.label)) byLabel.set(definition.label, definition)
  }
  const labels = new Set([...references.filter((label) => byLabel.has(label)), ...byLabel.keys()])
  return [...labels].map((label, index) => ({
    label,
    number: index + 1,
    tokens: byLabel.get(label)?.tokens ?? [],
  }))
}

/** A reference to a footnote. Whether the footnote exists is known only after parsing everything. */
export interface FootnoteReferenceToken {
  type: 'footnote-reference'
  raw: string
  label: string
}

/** A footnote, anywhere in the text; it is shown at the end. */
export interface FootnoteToken {
  type: 'footnote'
  raw: string
  label: string
  tokens: Token[]
}

/** How far into a paragraph a footnote is searched for. */
const maxAheadChars = 4_000
const reference = /^\[\^([^\][\s^]{1,100})\](?!\()/
const opening = /^ {0,3}\[\^([^\][\s^]{1,100})\]:[ \t]*/
/** A line that starts another block even where a paragraph could continue. */
const beginsBlock = /^ {0,3}(?:#{1,6}(?:\s|$)|```|~~~|>|[-*+]\s|\d{1,9}[.)]\s|\||\$\$|\\\[|\[\^)/
const indented = /^(?: {4}|\t)/

/** Reads `[^name]` in a line of text. */
export const footnoteReference: TokenizerExtension = {
  name: 'footnote-reference',
  level: 'inline',
  // `start` is not needed, because text already ends at each bracket.
  tokenizer(source): FootnoteReferenceToken | undefined {
    const found = reference.exec(source)
    if (found?.[1] === undefined) return undefined
    return { type: 'footnote-reference', raw: found[0], label: found[1].toLowerCase() }
  },
}

/** A footnote continues on the following lines, and after a blank line on indented ones. */
export const footnote: TokenizerExtension = {
  name: 'footnote',
  level: 'block',
  start(source) {
    const found = /\n(?:[ \t]*\n| {0,3}\[\^[^\][\s^]{1,100}\]:)/.exec(source.slice(0, maxAheadChars))
    return found?.[0].endsWith(':') === true ? found.index + 1 : undefined
  },
  tokenizer(source): FootnoteToken | undefined {
    const found = opening.exec(source)
    if (found?.[1] === undefined || (this.lexer as LimitedLexer).isDeep) return undefined
    const { raw, body } = readFootnote(source, found[0].length)
    return {
      type: 'footnote',
      raw,
      label: found[1].toLowerCase(),
      tokens: this.lexer.blockTokens(body, []),
    }
  },
}

function readFootnote(source: string, from: number): { raw: string; body: string } {
  let end = lineEnd(source, from)
  const body = [source.slice(from, end)]
  let blanks: string[] = []
  for (let start = end; start < source.length;) {
    const next = lineEnd(source, start)
    const line = source.slice(start, next)
    start = next
    if (line.trim() === '') {
      blanks.push(line)
      continue
    }
    const goesOn = indented.test(line) || (blanks.length === 0 && !beginsBlock.test(line))
    if (!goesOn) break
    body.push(...blanks, line.replace(indented, ''))
    blanks = []
    end = next
  }
  return { raw: source.slice(0, end), body: body.join('') }
}

/** The end of the line that contains `from`, including its line break. */
function lineEnd(source: string, from: number): number {
  const at = source.indexOf('\n', from)
  return at === -1 ? source.length : at + 1
}
