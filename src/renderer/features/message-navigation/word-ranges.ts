/** The searchable parts of a message, never nested; the rest is interface text. */
const searched = '[data-slot="user-words"], [data-slot="markdown"], [data-slot="tool-text"] pre'
const blocks = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, blockquote'

/** A text node, and its offset in the text of its message. */
interface Piece {
  node: Text
  start: number
}

/** Every match of `needles` in the rendered part of a message. */
export function wordRanges(row: HTMLElement, needles: readonly string[]): Range[] {
  return [...row.querySelectorAll<HTMLElement>(searched)].flatMap((words) => rangesIn(words, needles))
}

/** A match may span several elements, but not several blocks. */
function rangesIn(words: HTMLElement, needles: readonly string[]): Range[] {
  const pieces: Piece[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null) {
    const node = walker.currentNode as Text
    if (node.parentElement?.closest('[data-slot="markdown-code-head"]') != null) continue
    const nextBlock = node.parentElement?.closest(blocks) ?? null
    if (nextBlock !== block && text !== '') text += '\n'
    block = nextBlock
    pieces.push({ node, start: text.length })
    text += node.data
  }
  return textMatches(text, needles).flatMap(([from, to]) => {
    const start = pieces.findLast((piece) => piece.start <= from)
    const end = pieces.findLast((piece) => piece.start < to)
    if (start === undefined || end === undefined) return []
    const range = document.createRange()
    range.setStart(start.node, from - start.start)
    range.setEnd(end.node, Math.min(to - end.start, end.node.length))
    return [range]
  })
}

/** Non-overlapping, case-insensitive matches of `needles` in `text`, as start and end. */
export function textMatches(text: string, needles: readonly string[]): [from: number, to: number][] {
  const wanted = needles.filter((needle) => needle !== '')
  if (wanted.length === 0) return []
  const pattern = new RegExp(
    wanted
      .toSorted((left, right) => right.length - left.length)
      .map((needle) => escaped(needle))
      .join('|'),
    'giu',
  )
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
}

function escaped(needle: string): string {
  return needle.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
