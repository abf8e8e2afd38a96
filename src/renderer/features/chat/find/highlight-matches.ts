import type { MessageId } from '../../../../shared/ids'
import { wordRanges } from '../../message-navigation/word-ranges'

const all = 'chat-find'
const current = 'chat-find-current'

/**
 * Colours every place in `column` where one of `needles` stands, the first one of the message `currentId` more. The
 * document stays as it is. Answers with that first one.
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
