import { useEffect, useState, type RefObject } from 'react'

/** What is seen is told in steps of this height: not every pixel of scrolling is worth a drawing. */
const stepPx = 96

/** Which part of what it holds a scrolling element shows, roughly. */
export function useScrollWindow(scroller: RefObject<HTMLElement | null>): { top: number; height: number } {
  const [view, setView] = useState({ top: 0, height: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => {
      const top = Math.floor(element.scrollTop / stepPx) * stepPx
      const height = Math.ceil(element.clientHeight / stepPx + 1) * stepPx
      setView((known) => (known.top === top && known.height === height ? known : { top, height }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller])
  return view
}
