import { useEffect, useState } from 'react'

import { openChat } from '../features/chat/lazy-open-chat'
import { chatPanels } from '../features/chat/lazy-panels'
import { editing } from '../features/message/rows/lazy-editing'
import { modelList } from '../features/model-picker/model-picker'
import { modelSettings } from '../features/model-settings/model-settings-button'
import { noticeLines } from '../features/notices/banner'
import { layers } from '../ui/overlays/load-layers'
import { compareView } from './lazy-views'
import { lazyDialogs, palette, quoting, smallDialogs } from './lazy-dialogs'

/** What the next key or press may open. */
const firstParts = [
  openChat,
  layers,
  modelList,
  palette,
  modelSettings,
  editing,
  quoting,
  noticeLines,
  ...smallDialogs,
  ...chatPanels,
]
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
        preload(firstParts)
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
