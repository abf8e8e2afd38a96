import { type ComponentProps, Suspense } from 'react'

import { withTexts } from '../../language/t'
import { lazyModule } from '../../ui/lazy-module'
import type { FirstRun } from './first-run'

/** Most windows open with a model already set up. */
const firstRun = lazyModule(() => withTexts('late', import('./first-run')))

export function LazyFirstRun(props: ComponentProps<typeof FirstRun>) {
  return (
    <Suspense>
      <LoadedFirstRun {...props} />
    </Suspense>
  )
}

function LoadedFirstRun(props: ComponentProps<typeof FirstRun>) {
  const { FirstRun: Loaded } = firstRun.useModule()
  return <Loaded {...props} />
}
