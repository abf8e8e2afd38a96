import { use } from 'react'

import type * as layersModule from './layers'

type Layers = typeof layersModule

let loaded: Layers | null = null
let loading: Promise<Layers> | null = null

/** Fetches what menus and popovers are made of; what is opened after that is there at once. */
export function loadLayers(): Promise<Layers> {
  loading ??= import('./layers').then(
    (layers) => (loaded = layers),
    (error: unknown) => {
      // The next one that is opened asks again.
      loading = null
      throw error
    },
  )
  return loading
}

/** The same, for a component: until it is there, the component waits. */
export function useLayers(): Layers {
  return loaded ?? use(loadLayers())
}
