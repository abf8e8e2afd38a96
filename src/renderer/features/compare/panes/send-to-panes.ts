import type { ComparisonId, PaneId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { AppState } from '../../../state/app/app-state'
import { giveBackMessage, type WrittenMessage } from '../../../state/attachments/written-message'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'

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
  message: WrittenMessage,
): Promise<void> {
  const accepted = await Promise.all(panes.map((pane) => store.sendTo(pane, message)))
  const refused = panes.filter((_, index) => accepted[index] === false)
  const giveBack = (place: string) => giveBackMessage(app, place, message)
  if (refused.length > 1 && refused.length === panes.length) giveBack(draftForAll(store.comparisonId))
  else for (const pane of refused) giveBack(draftForPane(pane.paneId))
}
