import { useEffect } from 'react'

import { layers } from '../ui/overlays/load-layers'
import { compareView } from './later-compare'
import { laterDialogs } from './later-dialogs'

/** Preloads the code of menus, comparisons and dialogs once the window is usable, so that the first one opens at once. */
export function useCodeAhead(): void {
  useEffect(() => {
    const preload = () => {
      // Opening one loads it again and reports the error.
      for (const { load } of [layers, compareView, ...laterDialogs]) load().catch(() => undefined)
    }
    // After two frames, the window has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(preload)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}
