import { useCallback, useSyncExternalStore } from 'react'

import type { MergeList } from '../../../state/comparisons/merge-list'

/** How many merges are running, as far as this window knows. */
export function useRunningMerges(merges: MergeList): number {
  return useSyncExternalStore(
    useCallback((onChange) => merges.onChanged(onChange), [merges]),
    () => merges.runningCount,
  )
}
