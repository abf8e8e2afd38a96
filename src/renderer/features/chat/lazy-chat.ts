import { lazyComponent } from '../../ui/lazy-component'

/** Chats that exist. A window that opens with an empty one draws that first. */
export const LazyOpenChat = lazyComponent(() => withReading(import('./open-chat')), 'OpenChat')

/** Prepares the reading of answers as soon as the code is there that shows them. */
export async function withReading<Module extends { prepareReading: () => void }>(
  loading: Promise<Module>,
): Promise<Module> {
  const module = await loading
  module.prepareReading()
  return module
}
