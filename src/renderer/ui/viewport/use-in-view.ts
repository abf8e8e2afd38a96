import { useEffect, useRef, useState, type RefObject } from 'react'

/** Close enough to become visible soon. */
const margin = '200px 0px'
/** Elements that only scroll past are not worth the work. */
const dwellMs = 120

/** Whether the element has been in or near the view for a moment. It then stays true. */
export function useInView<Target extends Element>(isWanted: boolean): [RefObject<Target | null>, boolean] {
  const target = useRef<Target>(null)
  const [wasSeen, setWasSeen] = useState(false)
  const isWatched = isWanted && !wasSeen
  useEffect(() => {
    if (!isWatched || target.current === null) return undefined
    let timer: ReturnType<typeof setTimeout> | null = null
    const observer = new IntersectionObserver(
      (entries) => {
        if (timer !== null) clearTimeout(timer)
        timer = null
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(() => setWasSeen(true), dwellMs)
      },
      { rootMargin: margin },
    )
    observer.observe(target.current)
    return () => {
      if (timer !== null) clearTimeout(timer)
      observer.disconnect()
    }
  }, [isWatched])
  return [target, wasSeen]
}
