import { useEffect, useEffectEvent, useState } from 'react'

/** Whether the window is visible; calls `onShown` each time it becomes visible again. */
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
