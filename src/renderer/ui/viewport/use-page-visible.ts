import { useEffect, useEffectEvent, useState } from 'react'

/** Whether the window can be seen at all; calls `onShown` each time that it comes into view again. */
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
