import { useEffect, useState } from 'react'

import { LazyOpenChat } from '../features/chat/lazy-chat'
import { LazyFindBar, LazyOutlinePanel } from '../features/chat/lazy-panels'
import { LazyEditAnswer, LazyEditMessage } from '../features/message/rows/lazy-editing'
import { LazyModelList } from '../features/model-picker/model-picker'
import { LazyModelSettings } from '../features/model-settings/model-settings-button'
import { LazyNoticeLines } from '../features/notices/banner'
import { Menu } from '../ui/overlays/menu'
import { Popup } from '../ui/overlays/popup'
import { allDialogs, firstDialogs } from './dialogs'
import { LazyCompare, LazySelectionQuote } from './lazy-views'

/** Parts that the next key or press may open. */
const firstParts = [
  LazyOpenChat,
  Menu,
  Popup,
  LazyModelList,
  LazyModelSettings,
  LazyEditMessage,
  LazyEditAnswer,
  LazySelectionQuote,
  LazyNoticeLines,
  ...firstDialogs,
  LazyFindBar,
  LazyOutlinePanel,
]
/** Delay after the first paint before the rest is loaded: a window that was just opened has other things to do. */
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
      // Opening one reports the error.
      for (const { load } of parts) load().catch(() => undefined)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // After two frames, the window has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        preload(firstParts)
        // Without it, the first answer is only read a little later.
        void import('../markdown/source/prepare-reading').then(
          ({ prepareReading }) => prepareReading(),
          () => undefined,
        )
        setIsPainted(true)
        timer = setTimeout(() => preload([LazyCompare, ...allDialogs]), restAfterMs)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
