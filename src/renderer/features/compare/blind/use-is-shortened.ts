import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lastAnswer } from '../../../state/conversations/conversation'
import { usePaneStates } from '../answers/use-pane-states'

/** Whether the latest answers are shown only in part, because their round was stopped and their models are hidden. */
export function useIsShortened(store: ComparisonStore, panes: readonly Pane[]): boolean {
  const count = usePaneStates(
    store,
    panes,
    () =>
      panes.filter((pane) => lastAnswer(store.conversationOf(pane).store.getState())?.isShortened === true)
        .length,
  )
  return count > 0
}
