import { LazyOpenChat } from '../features/chat/chat-page'
import type { View } from '../state/navigation/navigation'
import { lazyComponent } from '../ui/lazy-component'

/** The view of comparisons: a window that opens with a chat has no need of it before. */
export const LazyCompare = lazyComponent(() => import('../features/compare/compare-page'), 'ComparePage')

/** The button that quotes selected text. */
export const LazySelectionQuote = lazyComponent(
  () => import('../features/message/quoting/selection-quote'),
  'SelectionQuote',
)

/** The bar above the chat of a quick window. */
export const LazyQuickBar = lazyComponent(() => import('../features/quick/quick-bar'), 'QuickBar')

/** Loads what draws `view`. Without it, the window would appear with a gap. */
export async function loadView(view: View): Promise<void> {
  if (view.kind === 'compare') await LazyCompare.load()
  else if (view.sessionId !== null) await LazyOpenChat.load()
}
