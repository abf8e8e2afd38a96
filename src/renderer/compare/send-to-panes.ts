import type { ComparisonId, PaneId } from '../../shared/ids'
import type { Pane } from '../../shared/sessions'
import type { AppState } from '../state/app-state'
import type { ComparisonStore } from '../state/comparison-store'

/** Where the draft for all panes of a comparison is kept. */
export function draftForAll(comparisonId: ComparisonId): string {
  return `compare:${comparisonId}`
}

/** Where the draft for one pane is kept. */
export function draftForPane(paneId: PaneId): string {
  return `pane:${paneId}`
}

/** Sends `text` to each of `panes`. Where it was refused it becomes a draft again: for all, or for that pane. */
export async function sendToPanes(
  { drafts }: Pick<AppState, 'drafts'>,
  store: ComparisonStore,
  panes: readonly Pane[],
  text: string,
): Promise<void> {
  const accepted = await Promise.all(panes.map((pane) => store.sendTo(pane, text)))
  const refused = panes.filter((_, index) => accepted[index] === false)
  const { giveBack } = drafts.getState()
  if (refused.length > 1 && refused.length === panes.length) giveBack(draftForAll(store.comparisonId), text)
  else for (const pane of refused) giveBack(draftForPane(pane.paneId), text)
}
