import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface More<Element extends HTMLElement> {
  /** The element with the items, which are rows of its table or list. */
  list: RefObject<Element | null>
  /** How many items to draw. */
  drawn: number
  /** Draws more, and focuses the first that was added: the button that was pressed may have disappeared. */
  showMore: () => void
}

/** Draws a long list in parts. `step` is how many items a press adds. */
export function useMore<Element extends HTMLElement>(atFirst: number, step = Infinity): More<Element> {
  const list = useRef<Element>(null)
  const [drawn, setDrawn] = useState(atFirst)
  const showMore = () => {
    flushSync(() => setDrawn(drawn + step))
    focusItem(list.current, drawn)
  }
  return { list, drawn, showMore }
}

/** Loads a long list in parts, as `useMore` draws one. `count` is how many items are there. */
export function useMoreLoaded<Element extends HTMLElement>(count: number, load: () => void) {
  const list = useRef<Element>(null)
  const awaited = useRef(Infinity)
  useLayoutEffect(() => {
    if (count <= awaited.current) return
    focusItem(list.current, awaited.current)
    awaited.current = Infinity
  }, [count])
  const showMore = () => {
    awaited.current = count
    load()
  }
  return { list, showMore }
}

function focusItem(list: HTMLElement | null, index: number): void {
  const item = list?.querySelectorAll<HTMLElement>('li, tbody tr')[index]
  const button = item?.querySelector('button')
  if (button == null) item?.setAttribute('tabindex', '-1')
  ;(button ?? item)?.focus()
}
