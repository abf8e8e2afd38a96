import { useLayoutEffect, useState, type RefObject } from 'react'

import type { ViewSize } from './choose-layout'

/** The current size of the view around `part`, independent of the view's content. */
export function useViewSize(part: RefObject<HTMLElement | null>): ViewSize {
  const [size, setSize] = useState<ViewSize>(() => ({ width: window.innerWidth, height: window.innerHeight }))
  useLayoutEffect(() => {
    const view = part.current?.parentElement
    if (view == null) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = view
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(view)
    return () => observer.disconnect()
  }, [part])
  return size
}
