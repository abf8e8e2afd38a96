import { useEffect, useState } from 'react'

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
