import { useEffect } from 'react'

import { loadLayers } from '../ui/overlays/load-layers'

/** Fetches what menus and popovers are made of once the window can be used, so that the first one opens at once. */
export function useLayersAhead(): void {
  useEffect(() => {
    const fetchThem = () => {
      // What is opened asks again, and says what is wrong.
      loadLayers().catch(() => undefined)
    }
    // Two frames: the window is painted by then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(fetchThem)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}
