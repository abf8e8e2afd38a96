import type { Span, TextBlock } from './text-block'

const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/
const marker = /^[\s>]*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const blank = /^[\s>]*$/

/**
 * The blocks of a list, a quote or text that was too costly to parse: each item, fenced code and paragraph. It reads
 * line by line, because marked removes indentation and quote marks, so that nested tokens have no place in the text.
 * All text past the limit belongs to the last block.
 */
export function blocksByLine(source: string, { from, to }: Span, maxBlocks: number): TextBlock[] {
  const blocks: TextBlock[] = []
  let openFence: string | null = null
  let startsNew = true
  let isInItem = false
  for (let at = from; at < to;) {
    const newline = source.indexOf('\n', at)
    const end = newline === -1 || newline >= to ? to : newline + 1
    const line = source.slice(at, Math.min(end, at + 1_000))
    const last = blocks.at(-1)
    if (last !== undefined && blocks.length === maxBlocks) {
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
