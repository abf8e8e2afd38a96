import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { messageText } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { voteOn } from '../../../state/votes/votes'
import hiddenTextStyles from '../../../ui/text/hidden-text.module.css'
import { useIsShortened } from '../blind/use-is-shortened'
import { RevealButton } from '../blind/reveal-button'
import { ApplyWinner } from './apply-winner'
import { usePaneStates } from '../answers/use-pane-states'
import { useVotableAnswers } from '../answers/use-votable-answers'
import { VoteControls } from './vote-controls'
import { VoteLinks } from './vote-links'
import styles from './vote-bar.module.css'

interface VoteBarProps {
  store: ComparisonStore
  panes: readonly Pane[]
  /** The contestants are hidden; a vote reveals them. */
  isBlind: boolean
  /** Reveals them without a vote. */
  onReveal: () => void
}

/** Where the user votes on the latest answers, once all panes are done. */
export function VoteBar({ store, panes, isBlind, onReveal }: VoteBarProps) {
  const { votes } = useApp()
  const { comparisonId } = store
  const answers = useVotableAnswers(store, panes)
  const isShortened = useIsShortened(store, panes)
  const known = useStore(votes.store, (state) => state.votes.get(comparisonId))
  useEffect(() => votes.watch(comparisonId), [votes, comparisonId])
  const isAnswering = usePaneStates(store, panes, () =>
    panes.some((pane) => store.conversationOf(pane).store.getState().isRunning) ? 1 : 0,
  )
  // The bar of a comparison that is opened later is not announced.
  const [wasAnswering, setWasAnswering] = useState(false)
  if (isAnswering === 1 && !wasAnswering) setWasAnswering(true)
  const ids = answers.map(({ answerId }) => answerId)
  const vote = voteOn(known ?? [], ids)
  const canVote = ids.length > 0 && known !== undefined
  // A new round of answers starts with a fresh bar.
  return (
    <>
      <span className={hiddenTextStyles.hiddenText} role="status">
        {canVote && wasAnswering && vote === null ? t('compare.vote.nowPossible') : ''}
      </span>
      {canVote && isShortened && <p className={styles.note}>{t('compare.blind.shortenedAll')}</p>}
      {canVote && (
        <VoteControls
          key={ids.toSorted().join(' ')}
          answers={answers}
          vote={vote}
          isBlind={isBlind}
          question={() => questionOf(store)}
          onCast={(judgement) => votes.cast(comparisonId, { ...judgement, messageIds: ids })}
          links={
            <VoteLinks answers={answers}>
              {vote !== null && !isBlind && <ApplyWinner store={store} answers={answers} vote={vote} />}
              {isBlind && <RevealButton onReveal={onReveal} />}
            </VoteLinks>
          }
        />
      )}
    </>
  )
}

/** The question that the latest answers are about, from the first pane that shows one. */
function questionOf(store: ComparisonStore): string {
  for (const pane of store.store.getState().comparison?.panes ?? []) {
    const { messages } = store.conversationOf(pane).store.getState()
    const question = messages.findLast(({ role }) => role === 'user')
    if (question !== undefined) return messageText(question)
  }
  return ''
}
