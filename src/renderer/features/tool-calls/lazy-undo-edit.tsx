import { type ComponentProps, Suspense } from 'react'

import { lazyModule } from '../../ui/lazy-module'
import type { UndoEdit } from './undo-edit'

/** Few chats have edits. */
const undoing = lazyModule(() => import('./undo-edit'))

export function LazyUndoEdit(props: ComponentProps<typeof UndoEdit>) {
  return (
    <Suspense>
      <LoadedUndoEdit {...props} />
    </Suspense>
  )
}

function LoadedUndoEdit(props: ComponentProps<typeof UndoEdit>) {
  const { UndoEdit: Loaded } = undoing.useModule()
  return <Loaded {...props} />
}
