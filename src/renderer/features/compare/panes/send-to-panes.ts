import type { ComparisonId, PaneId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { AppState } from '../../../state/app/app-state'
import { giveBackMessage } from '../../../state/attachments/written-message'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { OutgoingMessage } from '../../composer/composer-target'

/** Where the draft for all panes of a comparison is kept. */
export function draftForAll(comparisonId: ComparisonId): string {
  return `compare:${comparisonId}`
}

/** Where the draft for one pane is kept. */
export function draftForPane(paneId: PaneId): string {
  return `pane:${paneId}`
}

/** Sends `message` to each of `panes`. Where it was refused it becomes a draft again: for all, or for that pane. */
export async function sendToPanes(
  app: Pick<AppState, 'drafts' | 'attachments'>,
  store: ComparisonStore,
  panes: readonly Pane[],
  message: OutgoingMessage,
): Promise<void> {
  const accepted = await Promise.all(panes.map((pane) => store.sendTo(pane, message)))
  const refused = panes.filter((_, index) => accepted[index] === false)
  if (refused.length > 1 && refused.length === panes.length) {
    giveBackMessage(app, draftForAll(store.comparisonId), message.draft)
  } else for (const pane of refused) giveBackMessage(app, draftForPane(pane.paneId), message)
}
