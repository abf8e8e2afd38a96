import { Marked, type Token } from 'marked'

import type { BlockKind } from '../../../shared/differences/differences'
import { LimitedLexer } from '../../../shared/markdown/limited-lexer'
import { mathBlock } from '../../../shared/markdown/math-tokens'
import { blocksByLine } from './blocks-by-line'
import type { TextBlock } from './text-block'

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
