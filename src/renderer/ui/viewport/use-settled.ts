import { useEffect, useState } from 'react'

/**
 * Whether an element has been drawn in full and stands still. Only then may the browser leave it out while it is
 * out of sight: it knows its size by then, and nothing jumps.
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
