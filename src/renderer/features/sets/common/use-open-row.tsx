import { type ReactNode, useState } from 'react'

import { paneLimits } from '../../../../shared/sessions/sessions'
import type { BallotPlace } from '../../../../shared/sets/ballots'
import type { SetRun } from '../../../../shared/sets/sets'
import { useApp } from '../../../state/app/use-app'
import { RowChoice } from './row-choice'
import { useCall } from './use-call'

interface OpenRow {
  problem: string | null
  /** Opens the answers of a row, after asking which ones if there are more than a comparison shows. */
  open: (place: BallotPlace, options?: { onlyKnown?: boolean }) => void
  /** The question which answers to open, while it is asked. */
  choice: ReactNode
}

/** Opens the answers of a row of the run as a comparison; `onLeave` closes what is in front of it. */
export function useOpenRow(run: SetRun | null, onLeave: () => void): OpenRow {
  const { environment, comparisons, go } = useApp()
  const { problem, call } = useCall()
  const [choosing, setChoosing] = useState<(BallotPlace & { onlyKnown: boolean }) | null>(null)
  const show = (input: BallotPlace & { onlyKnown: boolean; models?: number[] }) =>
    void call(async () => {
      const { comparison } = await environment.api.invoke('sets.openComparison', input)
      comparisons.of(comparison.id, comparison)
      onLeave()
      go({ kind: 'compare', comparisonId: comparison.id })
    })
  const needsChoice = (run?.models.length ?? 0) > paneLimits.max
  return {
    problem,
    open: (place, { onlyKnown = false } = {}) =>
      needsChoice ? setChoosing({ ...place, onlyKnown }) : show({ ...place, onlyKnown }),
    choice:
      run === null || choosing === null ? null : (
        <RowChoice
          run={run}
          onClose={() => setChoosing(null)}
          onChosen={(models) => {
            setChoosing(null)
            show({ ...choosing, models })
          }}
        />
      ),
  }
}

/** Whether a row of the run has answers to compare: those of several models, or of its only model in several repeats. */
export function canCompare({ models, repeats }: SetRun): boolean {
  return models.length > 1 || repeats >= paneLimits.min
}
