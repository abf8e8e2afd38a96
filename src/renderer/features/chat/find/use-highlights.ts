import { useEffect } from 'react'

import type { FindInChat } from './find-in-chat'
import { isInView, lightUp, rowOf, showBox, unfoldReasoning } from '../../message-navigation/point-out'
import { clearHighlights, highlightMatches } from './highlight-matches'

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
      if (place === null && unfoldReasoning(row)) return
      wanted = undefined
      // The match may not be in visible text, such as the name of an attachment.
      if (place === null) lightUp(row)
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
