import { useCallback, useSyncExternalStore } from 'react'

import type { Pane } from '../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'

/** How many of `panes` have no answer in progress. */
export function useIdleCount(store: ComparisonStore, panes: readonly Pane[]): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = panes.map((pane) => store.conversationOf(pane).store.subscribe(onChange))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [store, panes],
  )
  return useSyncExternalStore(
    subscribe,
    () => panes.filter((pane) => !store.conversationOf(pane).store.getState().isRunning).length,
  )
}
