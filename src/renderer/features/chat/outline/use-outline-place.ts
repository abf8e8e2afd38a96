import { useEffect, useState } from 'react'

import type { MessageId } from '../../../../shared/ids'
import type { OutlinePlace } from './chat-outline'
import { behindAttribute } from '../../../ui/viewport/drawing'
import { headingsIn } from '../../message-navigation/headings'

/** Everything above this part of the view counts as read: the target of a jump, and a little below it. */
const readingLine = 1 / 8
const belowPx = 8

/** The message being read, and how far, updated as messages scroll or change. */
export function useOutlinePlace(): OutlinePlace | null {
  const [place, setPlace] = useState<OutlinePlace | null>(null)
  useEffect(() => {
    const scroller = document.querySelector('[data-slot="follow-scroll"]')
    if (scroller === null) return undefined
    let frame: number | null = null
    const look = () => {
      frame = null
      const now = placeIn(scroller)
      setPlace((known) =>
        known?.messageId === now?.messageId && known?.passedHeadings === now?.passedHeadings ? known : now,
      )
    }
    const lookSoon = () => {
      frame ??= requestAnimationFrame(look)
    }
    look()
    scroller.addEventListener('scroll', lookSoon, { passive: true })
    const observer = new MutationObserver(lookSoon)
    const column = scroller.querySelector('[data-slot="chat-column"]')
    if (column !== null) observer.observe(column, { childList: true })
    // The headings of a long message are there once all of it is drawn.
    observer.observe(scroller, { subtree: true, attributeFilter: [behindAttribute] })
    return () => {
      scroller.removeEventListener('scroll', lookSoon)
      observer.disconnect()
      if (frame !== null) cancelAnimationFrame(frame)
    }
  }, [])
  return place
}

function placeIn(scroller: Element): OutlinePlace | null {
  const view = scroller.getBoundingClientRect()
  const lineY = view.top + view.height * readingLine + belowPx
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-slot="chat-column"] > [data-message-id]')]
  const row = rows.findLast((one) => one.getBoundingClientRect().top <= lineY) ?? rows[0]
  if (row === undefined) return null
  const passed = headingsIn(row).filter((heading) => heading.getBoundingClientRect().top <= lineY)
  return { messageId: row.dataset['messageId'] as MessageId, passedHeadings: passed.length }
}
