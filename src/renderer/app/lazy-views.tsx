import type { ComparisonId } from '../../shared/ids'
import { openChat, withReading } from '../features/chat/lazy-open-chat'
import { withTexts } from '../language/t'
import type { View } from '../state/navigation/navigation'
import { lazyModule } from '../ui/lazy-module'

/** The view of comparisons: a window that opens with a chat has no need of it before. */
export const compareView = lazyModule(() =>
  withTexts('soon', withReading(import('../features/compare/compare-page'))),
)

export function LazyCompare(props: { comparisonId: ComparisonId | null }) {
  const { ComparePage } = compareView.useModule()
  return <ComparePage {...props} />
}

/** Loads what draws `view`. Without it, the window would appear with a gap. */
export async function loadView(view: View): Promise<void> {
  if (view.kind === 'compare') await compareView.load()
  else if (view.sessionId !== null) await openChat.load()
}
