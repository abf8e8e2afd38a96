import { use } from 'react'

/** A module that is fetched apart from the window's first code. */
export interface Later<Module> {
  /** Fetches it. What uses it after that has it at once. */
  load: () => Promise<Module>
  /** The module, for a component, which waits in its `Suspense` until it is there. */
  useModule: () => Module
}

/** Unlike what `lazy` of React makes, a component that is there already is drawn without waiting: the next key finds it. */
export function later<Module>(fetchModule: () => Promise<Module>): Later<Module> {
  let loaded: Module | null = null
  let loading: Promise<Module> | null = null
  const load = () => {
    loading ??= fetchModule().then(
      (module) => (loaded = module),
      (error: unknown) => {
        // The next one that needs it asks again.
        loading = null
        throw error
      },
    )
    return loading
  }
  return { load, useModule: () => loaded ?? use(load()) }
}
