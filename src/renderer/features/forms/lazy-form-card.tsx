import { type ComponentProps, Suspense } from 'react'

import { lazyModule } from '../../ui/lazy-module'
import type { FormCard } from './form-card'

/** Few chats have a form. */
const forms = lazyModule(() => import('./form-card'))

export function LazyFormCard(props: ComponentProps<typeof FormCard>) {
  return (
    <Suspense>
      <LoadedFormCard {...props} />
    </Suspense>
  )
}

function LoadedFormCard(props: ComponentProps<typeof FormCard>) {
  const { FormCard: Loaded } = forms.useModule()
  return <Loaded {...props} />
}
