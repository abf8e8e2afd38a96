import { useEffect } from 'react'

import type { FindInChat } from './find-in-chat'
import {
  isInView,
  flashMessage,
  rowOf,
  showBox,
  expandReasoning,
} from '../../message-navigation/message-elements'
import type { MessageId } from '../../../../shared/ids'
import { wordRanges } from '../../message-navigation/word-ranges'

const all = 'chat-find'
const current = 'chat-find-current'

/**
 * Highlights every occurrence of `needles` in `column`, and more strongly the first one in the message `currentId`,
 * which it returns. The document does not change.
 */
function highlightMatches(
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

function clearHighlights(): void {
  CSS.highlights.delete(all)
  CSS.highlights.delete(current)
}

/** Keeps matches highlighted while the search is open, including in later renders, and scrolls to the current one. */
export function useHighlights(find: FindInChat): void {
  useEffect(() => {
    let frame: number | null = null
    /** The message that has not been scrolled to yet. */
    let wanted: string | undefined
    const draw = () => {
      frame = null
      const column = document.querySelector<HTMLElement>('[data-slot="chat-column"]')
      const { needles, found, at } = find.store.getState()
      const currentId = at === null ? undefined : found[at]
      if (column === null) return
      const place = highlightMatches(column, needles, currentId)
      const row = currentId === undefined ? null : rowOf(column, currentId)
      if (row === null || wanted === undefined || wanted !== currentId) return
      // Once expanded, it renders and this runs again.
      if (place === null && expandReasoning(row)) return
      wanted = undefined
      // The match may not be in visible text, such as the name of an attachment.
      if (place === null) flashMessage(row)
      else if (!isInView(row, place.getBoundingClientRect())) showBox(row, place.getBoundingClientRect())
    }
    const drawSoon = () => {
      frame ??= requestAnimationFrame(draw)
    }
    const observer = new MutationObserver(drawSoon)
    const list = document.querySelector('[data-slot="follow-content"]')
    if (list !== null) observer.observe(list, { childList: true, subtree: true, characterData: true })
    const stop = find.store.subscribe((now, before) => {
      if (now.at !== before.at || now.found !== before.found)
        wanted = now.at === null ? undefined : now.found[now.at]
      drawSoon()
    })
    return () => {
      stop()
      observer.disconnect()
      if (frame !== null) cancelAnimationFrame(frame)
      clearHighlights()
    }
  }, [find])
}
