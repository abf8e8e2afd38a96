import { use } from 'react'

/** A module in a separate chunk. */
export interface LazyModule<Module> {
  /** Fetches it; it is then available synchronously. */
  load: () => Promise<Module>
  /** Returns the module in a component, which suspends until it is loaded. */
  useModule: () => Module
}

/** Unlike React's `lazy`, renders a loaded component synchronously, so that the next key press reaches it. */
export function lazyModule<Module>(fetchModule: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | null = null
  let loading: Promise<Module> | null = null
  const load = () => {
    loading ??= fetchModule().then(
      (module) => (loaded = module),
      (error: unknown) => {
        // The next use fetches it again.
        loading = null
        throw error
      },
    )
    return loading
  }
  return { load, useModule: () => loaded ?? use(load()) }
}
