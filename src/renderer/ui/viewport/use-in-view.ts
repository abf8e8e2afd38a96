import { useEffect, useRef, useState, type RefObject, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

import { drawWhole } from './measuring'

/** Close enough to become visible soon. */
const margin = '200px 0px'
/** Elements that only scroll past are not worth the work. */
const dwellMs = 120

/** Becomes true when the element has been in or near the view for a moment, and stays true. */
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

/** Scrolls an element into view when it appears: all of it, or its start if it is too high. */
export function useWholeInView<Shown extends Element>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null)
  useEffect(() => {
    // Returns a promise in newer browsers, which is no function to clean up with.
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return shown
}

/** Returns true while the window is visible; calls `onShown` each time it becomes visible again. */
export function usePageVisible(onShown: () => void = () => {}): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const look = () => {
      const isNow = document.visibilityState === 'visible'
      setIsVisible(isNow)
      if (isNow) shown()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/**
 * Whether an element is fully rendered and no longer changes. Only then may the browser skip it while it is out of view:
 * its size is known, so nothing jumps.
 */
export function useSettled(isChanging: boolean, settleMs = 400): boolean {
  const [hasSettled, setHasSettled] = useState(false)
  useEffect(() => {
    if (isChanging) return undefined
    const timer = setTimeout(() => setHasSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [isChanging, settleMs])
  return hasSettled && !isChanging
}

/** Draws everything before the browser prints it: `drawMore` what is missing, and then all of each long text. */
export function useBeforePrint(drawMore?: () => void): void {
  const draw = useEffectEvent(() => {
    if (drawMore !== undefined) flushSync(drawMore)
    flushSync(() => drawWhole(document.body))
  })
  useEffect(() => {
    window.addEventListener('beforeprint', draw)
    return () => window.removeEventListener('beforeprint', draw)
  }, [])
}
