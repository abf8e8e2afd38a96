import { type ComponentProps, Suspense } from 'react'

import { lazyModule } from '../../../ui/lazy-module'
import type { EditAnswer, EditMessage } from './edit-message'

/** Editing messages: not needed for the first paint. */
export const editing = lazyModule(() => import('./edit-message'))

export function LazyEditMessage(props: ComponentProps<typeof EditMessage>) {
  return (
    <Suspense>
      <LoadedEditMessage {...props} />
    </Suspense>
  )
}

export function LazyEditAnswer(props: ComponentProps<typeof EditAnswer>) {
  return (
    <Suspense>
      <LoadedEditAnswer {...props} />
    </Suspense>
  )
}

function LoadedEditMessage(props: ComponentProps<typeof EditMessage>) {
  const { EditMessage: Loaded } = editing.useModule()
  return <Loaded {...props} />
}

function LoadedEditAnswer(props: ComponentProps<typeof EditAnswer>) {
  const { EditAnswer: Loaded } = editing.useModule()
  return <Loaded {...props} />
}
