import { type ComponentProps, Suspense } from 'react'

import { withTexts } from '../../language/t'
import { lazyModule } from '../../ui/lazy-module'
import type { OpenChat } from './open-chat'

/** Chats that exist. A window that opens with an empty one draws that first. */
export const openChat = lazyModule(() => withTexts('soon', withReading(import('./open-chat'))))

/** Prepares the reading of answers as soon as the code is there that shows them. */
export async function withReading<Module extends { prepareReading: () => void }>(
  loading: Promise<Module>,
): Promise<Module> {
  const module = await loading
  module.prepareReading()
  return module
}

export function LazyOpenChat(props: ComponentProps<typeof OpenChat>) {
  return (
    <Suspense>
      <LoadedOpenChat {...props} />
    </Suspense>
  )
}

function LoadedOpenChat(props: ComponentProps<typeof OpenChat>) {
  const { OpenChat: Loaded } = openChat.useModule()
  return <Loaded {...props} />
}
