import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls an element into view when it appears: all of it, or its start if it is too high. */
export function useWholeInView<Shown extends Element>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null)
  useEffect(() => {
    // Returns a promise in newer browsers, which is no function to clean up with.
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return shown
}
