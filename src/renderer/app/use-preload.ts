import { useEffect, useState } from 'react'

import { chatPanels } from '../features/chat/lazy-panels'
import { editing } from '../features/message/rows/lazy-editing'
import { layers } from '../ui/overlays/load-layers'
import { compareView } from './lazy-compare'
import { lazyDialogs, palette, quoting } from './lazy-dialogs'

/** How long after the first paint the rest is loaded: a window that was just opened has other things to do. */
const restAfterMs = 1_000

/**
 * Preloads code once the window is usable, so that menus, dialogs and comparisons open immediately. Menus, the palette
 * and what opens in a chat come first, because the next key may be for them; dialogs and comparisons follow a little
 * later. Returns whether the window has been painted.
 */
export function usePreload(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    const preload = (parts: readonly { load: () => Promise<unknown> }[]) => {
      // Opening one loads it again and reports the error.
      for (const { load } of parts) load().catch(() => undefined)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // After two frames, the window has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        preload([layers, palette, editing, quoting, ...chatPanels])
        setIsPainted(true)
        timer = setTimeout(() => preload([compareView, ...lazyDialogs]), restAfterMs)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
