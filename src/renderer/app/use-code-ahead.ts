import { useEffect } from 'react'

import { layers } from '../ui/overlays/load-layers'
import { compareView } from './later-compare'
import { laterDialogs } from './later-dialogs'

/** Fetches what menus, comparisons and dialogs are made of once the window can be used, so that the first one opens at once. */
export function useCodeAhead(): void {
  useEffect(() => {
    const fetchThem = () => {
      // What is opened asks again, and says what is wrong.
      for (const { load } of [layers, compareView, ...laterDialogs]) load().catch(() => undefined)
    }
    // Two frames: the window is painted by then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(fetchThem)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}
