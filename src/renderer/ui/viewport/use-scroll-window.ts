import { useEffect, useState, type RefObject } from 'react'

/** The visible part is reported in steps of this height, because not every scrolled pixel justifies a render. */
const stepPx = 96

/** Roughly which part of its content a scrolling element shows. */
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
