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
  let hasFailed = false
  const load = () => {
    if (loading !== null && !hasFailed) return loading
    hasFailed = false
    loading = fetchModule().then(
      (module) => (loaded = module),
      (error: unknown) => {
        hasFailed = true
        throw error
      },
    )
    return loading
  }
  return {
    load,
    // A failed promise is used again: with a new one at each render, the component would suspend forever.
    useModule: () => loaded ?? use(loading ?? load()),
  }
}
