import { useEffect, useState } from 'react'

/** What `value` was when a press began for which `hold` was called, until the pointer is released; else `value`. */
export function useHeldWhilePressed<Value>(value: Value): { value: Value; hold: () => void } {
  const [held, setHeld] = useState<{ value: Value } | null>(null)
  const isHeld = held !== null
  useEffect(() => {
    if (!isHeld) return undefined
    // Only after the click, which the browser sends right after the release.
    let timer: number | undefined
    const release = () => {
      timer = window.setTimeout(() => setHeld(null))
    }
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', release)
    window.addEventListener('blur', release)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
      window.removeEventListener('blur', release)
    }
  }, [isHeld])
  return { value: held === null ? value : held.value, hold: () => setHeld({ value }) }
}
