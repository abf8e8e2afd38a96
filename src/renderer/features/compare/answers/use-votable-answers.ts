import { useMemo } from 'react'
import { useStore } from 'zustand'

import type { MessageId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { paneLetter } from '../panes/identity/pane-name'
import { formatLocale, t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { modelName } from '../../../state/models/models'
import type { ReviewPlace } from '../../agent-changes/review-part'
import { isCompared, notCompared, paneEnds } from './pane-ends'
import { usePaneStates } from './use-pane-states'

/** An answer with its letter, for a vote. */
export interface LetteredAnswer {
  pane: Pick<Pane, 'paneId'>
  letter: string
  color: string
}

/** An answer that can be voted on. */
export interface VotableAnswer extends LetteredAnswer {
  pane: Pane
  answerId: MessageId
}

/** The latest answers to the same question, once all panes are done; none if there are fewer than two. */
export function useVotableAnswers(store: ComparisonStore, panes: readonly Pane[]): VotableAnswer[] {
  const ends = usePaneEnds(store, panes)
  return useMemo(
    () =>
      panes.flatMap((pane, position) => {
        const end = ends[position] ?? ''
        return end === '' || !isCompared(end)
          ? []
          : [{ pane, answerId: end as MessageId, ...paneLetter(pane) }]
      }),
    [ends, panes],
  )
}

/** The panes that are left out of comparisons of the latest answers because they were asked something else. */
export function usePanesLeftOut(store: ComparisonStore, panes: readonly Pane[]): readonly Pane[] {
  const ends = usePaneEnds(store, panes)
  return useMemo(
    () => panes.filter((_pane, position) => ends[position] === notCompared.otherQuestion),
    [ends, panes],
  )
}

/** Says which panes are left out, or why no answers are compared; null if none is, or nothing can be said. */
export function useLeftOutText(store: ComparisonStore, panes: readonly Pane[]): string | null {
  const isAnyCompared = useVotableAnswers(store, panes).length > 0
  const leftOut = usePanesLeftOut(store, panes)
  const ends = usePaneEnds(store, panes)
  const older = panes.filter((_pane, position) => ends[position] === notCompared.olderShown)
  if (older.length > 0) {
    return t(older.length === 1 ? 'compare.vote.showsOlder' : 'compare.vote.manyShowOlder', {
      letters: lettersOf(older),
    })
  }
  if (leftOut.length === 0) return null
  if (!isAnyCompared) return t('compare.vote.differentQuestions')
  return t(leftOut.length === 1 ? 'compare.vote.askedOtherwise' : 'compare.vote.manyAskedOtherwise', {
    letters: lettersOf(leftOut),
  })
}

function lettersOf(panes: readonly Pane[]): string {
  return new Intl.ListFormat(formatLocale()).format(panes.map((pane) => paneLetter(pane).letter))
}

/** The ends of the panes, as `paneEnds` has them. */
function usePaneEnds(store: ComparisonStore, panes: readonly Pane[]): readonly string[] {
  // A text, because a new list would be a change each time.
  const ends = usePaneStates(store, panes, () =>
    paneEnds(panes.map((pane) => store.conversationOf(pane).store.getState())).join(' '),
  )
  return useMemo(() => ends.split(' '), [ends])
}

/**
 * The panes whose agents have a folder, in order; while the contestants are hidden, all panes, since the window does
 * not know.
 */
export function useReviewPlaces(store: ComparisonStore, isHidden: boolean): readonly ReviewPlace[] {
  const { models } = useStore(useApp().models.store)
  const panes = useStore(store.store, ({ comparison }) => comparison?.panes)
  return useMemo(
    () =>
      (panes ?? []).flatMap((pane): ReviewPlace[] => {
        const { sessionId, workspace = null, model } = pane
        const { letter } = paneLetter(pane)
        if (isHidden) {
          return [{ sessionId, name: t('compare.blind.contestant', { letter }), target: null }]
        }
        return workspace === null
          ? []
          : [{ sessionId, name: `${letter} · ${modelName(models, model)}`, target: workspace }]
      }),
    [panes, models, isHidden],
  )
}
