import { useMemo } from 'react'
import { useStore } from 'zustand'

import type { MessageId } from '../../../../shared/ids'
import { isEditedAnswer, messageText } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lastAnswer } from '../../../state/conversations/conversation'
import { paneLetter } from '../panes/identity/pane-name'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { modelName } from '../../../state/models/models'
import type { ReviewPlace } from '../../agent-changes/review-part'
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

/** The latest answers, once all panes are done and at least two have said something; otherwise none. */
export function useVotableAnswers(store: ComparisonStore, panes: readonly Pane[]): VotableAnswer[] {
  // A text, because a new list would be a change each time.
  const ids = usePaneStates(store, panes, () => answerIds(store, panes).join(' '))
  return useMemo(() => {
    const byPosition = ids.split(' ')
    const answers = panes.flatMap((pane, position) => {
      const answerId = byPosition[position] ?? ''
      return answerId === '' || answerId === '-'
        ? []
        : [{ pane, answerId: answerId as MessageId, ...paneLetter(pane) }]
    })
    return answers.length < 2 ? [] : answers
  }, [ids, panes])
}

/** By pane; `-` if a pane has no answer by its model. Empty while a pane is answering. */
function answerIds(store: ComparisonStore, panes: readonly Pane[]): string[] {
  const states = panes.map((pane) => store.conversationOf(pane).store.getState())
  if (states.some(({ isRunning }) => isRunning)) return []
  return states.map((state) => {
    const answer = lastAnswer(state)
    const isLast = answer !== undefined && answer.id === state.messages.at(-1)?.id
    return isLast && messageText(answer).trim() !== '' && !isEditedAnswer(answer) ? answer.id : '-'
  })
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
