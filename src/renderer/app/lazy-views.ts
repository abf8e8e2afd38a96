import { assertNever } from '../../shared/invariant'
import { LazyOpenChat } from '../features/chat/chat-page'
import type { View } from '../state/navigation/navigation'
import { lazyComponent } from '../ui/lazy-component'

/** The view of comparisons: a window that opens with a chat has no need of it before. */
export const LazyCompare = lazyComponent(() => import('../features/compare/compare-page'), 'ComparePage')

/** The pages that `places` lists. */
export const LazySets = lazyComponent(() => import('../features/sets/sets-page'), 'SetsPage')
export const LazyRanking = lazyComponent(() => import('../features/ranking/ranking-page'), 'RankingPage')
export const LazyWhichModel = lazyComponent(
  () => import('../features/which-model/which-model-page'),
  'WhichModelPage',
)

/** The button that quotes selected text. */
export const LazySelectionQuote = lazyComponent(
  () => import('../features/message/quoting/selection-quote'),
  'SelectionQuote',
)

/** The bar above the chat of a quick window. */
export const LazyQuickBar = lazyComponent(() => import('../features/quick/quick-bar'), 'QuickBar')

/** What checks the pages in answers to prompt sets, unseen. */
export const LazyPageChecks = lazyComponent(() => import('../features/sets/pages/page-checks'), 'PageChecks')

/** Loads what draws `view`. Without it, the window would appear with a gap. */
export async function loadView(view: View): Promise<void> {
  switch (view.kind) {
    case 'chat':
      if (view.sessionId !== null) await LazyOpenChat.load()
      return
    case 'compare':
      await LazyCompare.load()
      return
    case 'sets':
      await LazySets.load()
      return
    case 'ranking':
      await LazyRanking.load()
      return
    case 'which-model':
      await LazyWhichModel.load()
      return
    default:
      assertNever(view)
  }
}
