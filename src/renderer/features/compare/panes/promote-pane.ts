import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import type { AppState } from '../../../state/app/app-state'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'

/** Why a pane cannot become a chat now, as text for users; null when it can. */
export function promoteDisabledReason(store: ComparisonStore, pane: Pane): string | null {
  return store.conversationOf(pane).store.getState().isRunning ? t('compare.actions.stillRuns') : null
}

/** Creates a chat from the pane and opens it. */
export async function promotePane(app: AppState, store: ComparisonStore, { paneId }: Pane): Promise<void> {
  const session = await store.promotePane(paneId)
  if (session !== null) app.go({ kind: 'chat', sessionId: session.id })
}
