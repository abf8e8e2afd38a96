import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

import { drawWhole } from './drawing'

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
