import type { Token, TokenizerExtension } from 'marked'

import type { LimitedLexer } from '../../../shared/markdown/limited-lexer'

/** The mark in the text that a footnote belongs to. Whether there is one is known when all is read. */
export interface FootnoteReferenceToken {
  type: 'footnote-reference'
  raw: string
  label: string
}

/** A footnote, wherever it stands; it is shown at the end. */
export interface FootnoteToken {
  type: 'footnote'
  raw: string
  label: string
  tokens: Token[]
}

/** How far into a paragraph a footnote is looked for. */
const maxAheadChars = 4_000
const reference = /^\[\^([^\][\s^]{1,100})\](?!\()/
const opening = /^ {0,3}\[\^([^\][\s^]{1,100})\]:[ \t]*/
/** A line that begins something else even where a paragraph could go on. */
const beginsBlock = /^ {0,3}(?:#{1,6}(?:\s|$)|```|~~~|>|[-*+]\s|\d{1,9}[.)]\s|\||\$\$|\\\[|\[\^)/
const indented = /^(?: {4}|\t)/

export const footnoteReference: TokenizerExtension = {
  name: 'footnote-reference',
  level: 'inline',
  // Without `start`: text ends at each bracket by itself.
  tokenizer(source): FootnoteReferenceToken | undefined {
    const found = reference.exec(source)
    if (found?.[1] === undefined) return undefined
    return { type: 'footnote-reference', raw: found[0], label: found[1].toLowerCase() }
  },
}

/** A footnote goes on in the lines right after it, and past a blank line in those that are indented. */
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

/** Where the line that `from` lies in ends, its line break included. */
function lineEnd(source: string, from: number): number {
  const at = source.indexOf('\n', from)
  return at === -1 ? source.length : at + 1
}
