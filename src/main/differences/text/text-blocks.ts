import { Marked, type Token } from 'marked'

import type { BlockKind } from '../../../shared/differences/differences'
import { LimitedLexer } from '../../../shared/markdown/limited-lexer'
import { mathBlock } from '../../../shared/markdown/math-tokens'

/** The most blocks of a text; all text after them is one block. */
export const maxBlocks = 10_000

/** Each block is preceded by blank lines, and has some nested ones. */
const maxStarts = 4 * maxBlocks

const options = new Marked({ gfm: true, extensions: [mathBlock] }).defaults

/** Finds blocks only, up to the limit; inline text is not parsed. */
class BlockLexer extends LimitedLexer {
  #startCount = 0

  /** Called at the start of each block, of blank lines and of nested blocks. */
  override check(): void {
    super.check()
    this.#startCount += 1
    // The lexer leaves the rest unread, as with text that is too costly.
    if (this.#startCount > maxStarts) throw new Error('too many blocks')
  }

  override inlineTokens(_source: string, tokens: Token[] = []): Token[] {
    return tokens
  }
}

/** The blocks of `source`, whose line ends are those of `withLineFeeds`. */
export function textBlocks(source: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let at = 0
  for (const token of new BlockLexer(options).lexLimited(source).tokens) {
    const from = placeOf(token.raw, source, at)
    if (from === null) break
    // marked drops some text, such as a repeated definition.
    if (from > at) blocks.push({ kind: 'paragraph', from: at, to: from })
    at = from + token.raw.length
    const kind = kindOf(token.type)
    const last = blocks.at(-1)
    if (token.type === 'space' && last !== undefined) last.to = at
    else if (kind === 'by-line') blocks.push(...blocksByLine(source, { from, to: at }, maxBlocks))
    else blocks.push({ kind, from, to: at })
    if (blocks.length >= maxBlocks) break
  }
  if (at < source.length) blocks.push(...blocksByLine(source, { from: at, to: source.length }, maxBlocks))
  return joined(blocks)
}

/** The text, in the same length, with `\n` as its only line end. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n') : text
}

function placeOf(raw: string, source: string, at: number): number | null {
  if (source.startsWith(raw, at)) return at
  const found = source.indexOf(raw, at)
  return found === -1 ? null : found
}

function kindOf(type: string): BlockKind | 'by-line' {
  switch (type) {
    case 'heading':
      return 'heading'
    case 'code':
      return 'code'
    case 'table':
      return 'table'
    case 'math-block':
    case 'math':
      return 'math'
    case 'hr':
      return 'rule'
    case 'list':
    case 'blockquote':
    case 'unread':
      return 'by-line'
    default:
      return 'paragraph'
  }
}

/** All text past the limit belongs to the last block. */
function joined(blocks: readonly TextBlock[]): TextBlock[] {
  if (blocks.length <= maxBlocks) return [...blocks]
  const kept = blocks.slice(0, maxBlocks - 1)
  const from = kept.at(-1)?.to ?? 0
  return [...kept, { kind: 'paragraph', from, to: blocks.at(-1)?.to ?? from }]
}

/** A piece of a text, from its first UTF-16 unit up to and without `to`. */
export interface Span {
  from: number
  to: number
}

/** A block of Markdown and the blank lines after it. The blocks of a text cover it without gaps. */
export interface TextBlock extends Span {
  kind: BlockKind
}

const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/
const marker = /^[\s>]*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const blank = /^[\s>]*$/

/**
 * The blocks of a list, a quote or text that was too costly to parse: each item, fenced code and paragraph. It reads
 * line by line, because marked removes indentation and quote marks, so that nested tokens have no place in the text.
 * All text past the limit belongs to the last block.
 */
export function blocksByLine(source: string, { from, to }: Span, limit: number): TextBlock[] {
  const blocks: TextBlock[] = []
  let openFence: string | null = null
  let startsNew = true
  let isInItem = false
  for (let at = from; at < to;) {
    const newline = source.indexOf('\n', at)
    const end = newline === -1 || newline >= to ? to : newline + 1
    const line = source.slice(at, Math.min(end, at + 1_000))
    const last = blocks.at(-1)
    if (last !== undefined && blocks.length === limit) {
      last.to = to
      break
    }
    const fenced = fence.exec(line)?.[1]
    if (openFence !== null && last !== undefined) {
      last.to = end
      if (fenced?.startsWith(openFence) === true && !marker.test(line)) openFence = null
      startsNew = openFence === null
    } else if (fenced !== undefined) {
      openFence = fenced
      blocks.push({ kind: 'code', from: at, to: end })
    } else if (blank.test(line) && last !== undefined) {
      last.to = end
      startsNew = true
    } else if (marker.test(line)) {
      isInItem = true
      blocks.push({ kind: 'item', from: at, to: end })
      startsNew = false
    } else if (startsNew || last === undefined) {
      const isQuote = line.trimStart().startsWith('>')
      blocks.push({ kind: isQuote ? 'quote' : isInItem ? 'item' : 'paragraph', from: at, to: end })
      startsNew = false
    } else {
      last.to = end
    }
    at = end
  }
  return blocks
}
