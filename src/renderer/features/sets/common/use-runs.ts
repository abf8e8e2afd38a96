import { useEffect } from 'react'

import type { SetId } from '../../../../shared/ids'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'

/** How often what a run changes is read again while it progresses. */
export const refreshMs = 2_000

/** The runs of a set, newest first; read again while one of them progresses. */
export function useRuns(setId: SetId) {
  const { environment } = useApp()
  const { data, error, reload } = useRequest('sets.runs', { setId })
  const isRunning = data?.runs.some(({ state }) => state === 'running') === true
  useEffect(
    () => (isRunning ? environment.after(refreshMs, () => void reload()) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `reload` is another function each time; one of the others changes with each answer
    [environment, isRunning, data, error],
  )
  return { runs: data?.runs ?? [], error }
}
