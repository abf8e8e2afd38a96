import { useCallback, useSyncExternalStore } from 'react'

import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'

/** The result of `read` for the conversations of the panes, updated when one of them changes. */
export function usePaneStates<Value extends string | number>(
  store: ComparisonStore,
  panes: readonly Pane[],
  read: () => Value,
): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = panes.map((pane) => store.conversationOf(pane).store.subscribe(onChange))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [store, panes],
  )
  return useSyncExternalStore(subscribe, read)
}

/** How many of the panes are answering. */
export function useRunningCount(store: ComparisonStore, panes: readonly Pane[]): number {
  return usePaneStates(
    store,
    panes,
    () => panes.filter((pane) => store.conversationOf(pane).store.getState().isRunning).length,
  )
}
