import { paneLimits } from '../../../../shared/sessions/sessions'
import type { BallotPlace } from '../../../../shared/sets/ballots'
import type { SetRun } from '../../../../shared/sets/sets'
import { useApp } from '../../../state/app/use-app'
import { useCall } from './use-call'

/** Opens the answers of a row as a comparison; `onLeave` closes what is in front of it. */
export function useOpenRow(onLeave: () => void) {
  const { environment, comparisons, go } = useApp()
  const { problem, call } = useCall()
  const open = (place: BallotPlace, { onlyKnown = false } = {}) =>
    call(async () => {
      const { comparison } = await environment.api.invoke('sets.openComparison', { ...place, onlyKnown })
      comparisons.of(comparison.id, comparison)
      onLeave()
      go({ kind: 'compare', comparisonId: comparison.id })
    })
  return { problem, open }
}

/** Whether a comparison has room for the models of the run, or can show the repeats of its only model. */
export function canCompare({ models, repeats }: SetRun): boolean {
  if (models.length === 1) return repeats >= paneLimits.min
  return models.length <= paneLimits.max
}
