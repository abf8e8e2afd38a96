import { useStore } from 'zustand'

import type { SetId } from '../../../../shared/ids'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'

/** How often what a run changes is read again while it progresses. */
const refreshMs = 2_000

/** The pause before what shows these runs is read again; null once all have ended. `runs` is null after a failure. */
export function pauseOf(runs: readonly { state: string }[] | null): number | null {
  return runs === null || runs.some(({ state }) => state === 'running') ? refreshMs : null
}

/** The runs of a set, newest first; read again while one of them progresses, and after a failure. */
export function useRuns(setId: SetId) {
  const reloadOn = useStore(useApp().promptSets.store, (state) => state.version)
  const { data, error, reload } = useRequest(
    'sets.runs',
    { setId },
    { reloadOn, repeatsAfterMs: (read) => pauseOf(read?.runs ?? null) },
  )
  return { runs: data?.runs ?? [], error, reload }
}
