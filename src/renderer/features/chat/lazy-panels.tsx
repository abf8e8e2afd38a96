import { type ComponentProps, Suspense } from 'react'

import { lazyModule } from '../../ui/lazy-module'
import type { FindBar } from './find/find-bar'
import type { OutlinePanel } from './outline/outline-panel'

const finding = lazyModule(() => import('./find/find-bar'))
const outlining = lazyModule(() => import('./outline/outline-panel'))

/** Panels that open in a chat on request, loaded after the first paint. */
export const chatPanels = [finding, outlining]

export function LazyFindBar(props: ComponentProps<typeof FindBar>) {
  return (
    <Suspense>
      <LoadedFindBar {...props} />
    </Suspense>
  )
}

export function LazyOutlinePanel(props: ComponentProps<typeof OutlinePanel>) {
  return (
    <Suspense>
      <LoadedOutlinePanel {...props} />
    </Suspense>
  )
}

function LoadedFindBar(props: ComponentProps<typeof FindBar>) {
  const { FindBar: Loaded } = finding.useModule()
  return <Loaded {...props} />
}

function LoadedOutlinePanel(props: ComponentProps<typeof OutlinePanel>) {
  const { OutlinePanel: Loaded } = outlining.useModule()
  return <Loaded {...props} />
}
