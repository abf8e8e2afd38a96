import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { askedText, critiqueOf } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import { isQuestion } from '../../../../shared/votes/same-question'
import type { Vote, VoteHow } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { voteOn } from '../../../state/comparisons/votes'
import { lazyComponent } from '../../../ui/lazy-component'
import { Button } from '../../../ui/controls/button'
import { focusComposer } from '../../../keyboard/focus-targets'
import { answersToCritique } from '../answers/pane-ends'
import { usePaneStates } from '../answers/use-pane-states'
import {
  useLeftOutText,
  useReviewPlaces,
  useVotableAnswers,
  type VotableAnswer,
} from '../answers/use-votable-answers'
import { RevealButton, useIsShortened } from '../blind/blind-bar'
import { VoteControls } from './vote-controls'
import type { VotedQuestion } from './vote-details'
import { HiddenText, Hint, Row } from '../../../ui/layout/layout'
import styles from './vote-bar.module.css'

const ReviewDialog = lazyComponent(() => import('../../agent-changes/review-dialog'), 'ReviewDialog')

interface VoteBarProps {
  store: ComparisonStore
  panes: readonly Pane[]
  /** The contestants are hidden; a vote reveals them. */
  isBlind: boolean
  /** How the answers are shown. */
  how: VoteHow
  /** Reveals them without a vote. */
  onReveal: () => void
  areDifferencesOpen: boolean
  /** Opens or closes the differences. */
  onDifferences: () => void
}

/** A bar for voting on the latest answers, once all panes are done. */
export function VoteBar({ store, panes, isBlind, how, onReveal, ...differences }: VoteBarProps) {
  const { votes } = useApp()
  const { comparisonId } = store
  const answers = useVotableAnswers(store, panes)
  const leftOut = useLeftOutText(store, panes)
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
      <HiddenText role="status">
        {canVote && wasAnswering && vote === null ? t('compare.vote.nowPossible') : ''}
      </HiddenText>
      {canVote && isShortened && (
        <Hint grow={false} tone="soft" line="above" className={styles.note}>
          {t('compare.blind.shortenedAll')}
        </Hint>
      )}
      {/* The bar of a blind comparison says it where it says what to do next. */}
      {leftOut !== null && (canVote || (ids.length === 0 && !isBlind)) && (
        <Hint
          grow={false}
          tone="soft"
          line="above"
          className={styles.note}
          role="status"
          data-slot="left-out"
        >
          {leftOut}
        </Hint>
      )}
      {canVote && (
        <VoteControls
          key={ids.toSorted().join(' ')}
          answers={answers}
          vote={vote}
          isBlind={isBlind}
          question={() => questionOf(store, answers)}
          onCast={(choice) => votes.cast(comparisonId, { ...choice, how, messageIds: ids })}
          links={
            <VoteLinks {...differences}>
              <CritiqueRound store={store} panes={panes} />
              {vote !== null && !isBlind && <ApplyWinner store={store} answers={answers} vote={vote} />}
              {isBlind && <RevealButton onReveal={onReveal} />}
            </VoteLinks>
          }
        />
      )}
    </>
  )
}

/** The question that these answers are about, and whether it was asked again after a critique. */
function questionOf(store: ComparisonStore, [first]: readonly VotableAnswer[]): VotedQuestion {
  const messages = first === undefined ? [] : store.conversationOf(first.pane).store.getState().messages
  const question = messages.findLast(isQuestion) ?? { parts: [] }
  return { question: askedText(question), isCritique: critiqueOf(question) !== undefined }
}

/** Sends each pane the answers of the others. */
function CritiqueRound({ store, panes }: Pick<VoteBarProps, 'store' | 'panes'>) {
  const count = usePaneStates(store, panes, () => answersToCritique(store, panes).length)
  if (count === 0) return null
  return (
    <Button
      variant="link"
      title={t('compare.actions.critiqueHint')}
      onClick={() => {
        // The bar disappears; focus the composer.
        focusComposer()
        store.critique(answersToCritique(store, panes))
      }}
    >
      {t('actions.titles.critique')}
    </Button>
  )
}

interface ApplyWinnerProps {
  store: ComparisonStore
  answers: readonly VotableAnswer[]
  vote: Vote
}

/** After the vote: opens the review of the winner's changes, from which they are applied. */
function ApplyWinner({ store, answers, vote }: ApplyWinnerProps) {
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
        <ReviewDialog first={winner.pane.sessionId} places={places} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

interface VoteLinksProps extends Pick<VoteBarProps, 'areDifferencesOpen' | 'onDifferences'> {
  children?: ReactNode
}

/** Links to the differences between the answers, and to the ranking so far. */
function VoteLinks({ areDifferencesOpen, onDifferences, children }: VoteLinksProps) {
  const app = useApp()
  // A failure shows when the drawer asks for the differences.
  const prepare = () => void app.environment.api.invoke('differences.prepare', {}).catch(() => undefined)
  return (
    <Row as="span" wrap className={styles.end}>
      {children}
      <Button
        variant="link"
        data-slot="differences-toggle"
        aria-expanded={areDifferencesOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={onDifferences}
      >
        {t('compare.differences.title')}
      </Button>
      <Button variant="link" onClick={() => app.go({ kind: 'ranking' })}>
        {t('actions.titles.ranking')}
      </Button>
    </Row>
  )
}
