import type { ComparisonId, PaneId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { AppState } from '../../../state/app/app-state'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { OutgoingMessage } from '../../composer/composer-target'

/** The key of the draft for all panes of a comparison. */
export function draftForAll(comparisonId: ComparisonId): string {
  return `compare:${comparisonId}`
}

/** The key of the draft for one pane. */
export function draftForPane(paneId: PaneId): string {
  return `pane:${paneId}`
}

/** Sends `message` to each of `panes`. If refused, it becomes a draft again: for all, or for the panes that refused. */
export async function sendToPanes(
  app: Pick<AppState, 'outbox'>,
  store: ComparisonStore,
  panes: readonly Pane[],
  message: Pick<OutgoingMessage, 'text' | 'attachments' | 'draft'>,
): Promise<void> {
  const accepted = await Promise.all(panes.map((pane) => store.sendTo(pane, message)))
  const refused = panes.filter((_, index) => accepted[index] === false)
  if (refused.length > 1 && refused.length === panes.length) {
    app.outbox.restore(draftForAll(store.comparisonId), message.draft)
  } else for (const pane of refused) app.outbox.restore(draftForPane(pane.paneId), message)
}
