import type { MessageId } from '../../../../shared/ids'
import { wordRanges } from '../../message-navigation/word-ranges'

const all = 'chat-find'
const current = 'chat-find-current'

/**
 * Highlights every occurrence of `needles` in `column`, and more strongly the first one in the message `currentId`,
 * which it returns. The document does not change.
 */
export function highlightMatches(
  column: HTMLElement,
  needles: readonly string[],
  currentId: MessageId | undefined,
): Range | null {
  const ranges: Range[] = []
  let first: Range | null = null
  for (const row of column.querySelectorAll<HTMLElement>('[data-message-id]')) {
    const found = wordRanges(row, needles)
    if (row.dataset['messageId'] === currentId) first = found.shift() ?? null
    ranges.push(...found)
  }
  CSS.highlights.set(all, new Highlight(...ranges))
  CSS.highlights.set(current, first === null ? new Highlight() : new Highlight(first))
  return first
}

export function clearHighlights(): void {
  CSS.highlights.delete(all)
  CSS.highlights.delete(current)
}
