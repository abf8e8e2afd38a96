import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'

import type { Vote } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'
import { useReviewPlaces } from '../answers/use-review-places'
import type { VotableAnswer } from '../answers/use-votable-answers'

const ReviewDialog = lazy(() => import('../../agent-changes/review-dialog'))

interface ApplyWinnerProps {
  store: ComparisonStore
  answers: readonly VotableAnswer[]
  vote: Vote
}

/** After the vote: opens the review of the winner's changes, from which they are applied. */
export function ApplyWinner({ store, answers, vote }: ApplyWinnerProps) {
  const { agentChanges } = useApp()
  const [first] = vote.result === 'best' || vote.result === 'order' ? vote.chosen : []
  const paneId = first === undefined ? null : vote.shown[first]?.paneId
  const winner = answers.find(({ pane }) => pane.paneId === paneId)
  const sessionId = winner?.pane.sessionId
  const hasChanges = useStore(
    agentChanges.store,
    ({ diffs }) => sessionId !== undefined && (diffs[sessionId]?.files.length ?? 0) > 0,
  )
  const places = useReviewPlaces(store, false)
  const [isOpen, setIsOpen] = useState(false)
  if (winner === undefined || (!hasChanges && !isOpen)) return null
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('agents.changes.applyOf', { letter: winner.letter })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReviewDialog first={winner.pane.sessionId} places={places} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
