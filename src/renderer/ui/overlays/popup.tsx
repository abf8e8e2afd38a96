import { Suspense } from 'react'

import type { PopupProps } from './layer-props'
import { layers } from './load-layers'

/** A small popover next to its anchor. It closes on Escape and on a press outside. */
export function Popup(props: PopupProps) {
  return (
    <Suspense fallback={null}>
      <LoadedPopup {...props} />
    </Suspense>
  )
}

function LoadedPopup(props: PopupProps) {
  const { PopupLayer } = layers.useModule()
  return <PopupLayer {...props} />
}
