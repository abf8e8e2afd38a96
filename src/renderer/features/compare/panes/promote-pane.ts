import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import type { AppState } from '../../../state/app/app-state'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'

/** Why a pane cannot go on as a chat now, for people; null when it can. */
export function whyNotPromoted(store: ComparisonStore, pane: Pane): string | null {
  return store.conversationOf(pane).store.getState().isRunning ? t('compare.actions.stillRuns') : null
}

/** Makes a chat of what the pane holds, and opens it. */
export async function promotePane(app: AppState, store: ComparisonStore, { paneId }: Pane): Promise<void> {
  const session = await store.promotePane(paneId)
  if (session !== null) app.go({ kind: 'chat', sessionId: session.id })
}
