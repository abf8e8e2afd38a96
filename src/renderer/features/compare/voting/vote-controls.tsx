import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ModelInfo } from '../../../../shared/models/models'
import type { Vote } from '../../../../shared/votes/votes'
import { Problem } from '../../../ui/text/problem'
import { belongsToInputMethod } from '../../../keyboard/key-presses'
import { keyHost } from '../../../keyboard/key-host'
import { ariaKeys } from '../../../keyboard/keys'
import { t } from '../../../language/t'
import { isCommandKey } from '../../../state/actions/bound-keys'
import { useApp, useBoundKeys, useShortcutKeys, useShortcutNames } from '../../../state/app/use-app'
import type { VoteChoice } from '../../../state/comparisons/votes'
import { Button } from '../../../ui/controls/button'
import { BlindTag } from '../blind/blind-bar'
import { AnswerButton } from '../answers/answer-tag'
import type { LetteredAnswer } from '../answers/use-votable-answers'
import { contestantNames } from '../../model-settings/contestant-names'
import { VoteDetails, type VotedQuestion } from './vote-details'
import { voteOutcome } from './vote-outcome'
import { Ellipsis, HiddenText, Row, Text } from '../../../ui/layout/layout'
import type { PaneId } from '../../../../shared/ids'
import styles from './vote-bar.module.css'

interface VoteControlsProps {
  answers: readonly LetteredAnswer[]
  /** The user's vote; null before it. */
  vote: Vote | null
  /** The contestants are hidden; a vote reveals them. */
  isBlind: boolean
  /** The subject of the answers, for suggested tags. */
  question: () => VotedQuestion
  /** Resolves with whether the vote was accepted. */
  onCast: (choice: VoteChoice) => Promise<boolean>
  /** Shown beside the buttons. */
  links?: ReactNode
  /** Where a button and Enter lead after a vote. */
  next?: { label: string; onGo: () => void }
  /** The keys work without a click into the bar. */
  hasFocus?: boolean
}

/** Buttons and keys to vote on answers, and the resulting vote. */
export function VoteControls({
  answers,
  vote,
  isBlind,
  question,
  onCast,
  links,
  next,
  hasFocus = false,
}: VoteControlsProps) {
  const { votes, models: modelList } = useApp()
  const models = useStore(modelList.store, (state) => state.models)
  const bound = useBoundKeys()
  const shortcutKeys = useShortcutKeys()
  const shortcutName = useShortcutNames()
  const error = useStore(votes.store, (state) => state.error)
  const [mode, setMode] = useState<'closed' | 'choosing' | 'ordering' | 'describing'>('closed')
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) group.current?.focus()
  }, [hasFocus])
  const isChoosing = mode === 'choosing' || (vote === null && mode === 'closed')
  const canGoOn = next !== undefined && vote !== null && mode === 'closed'
  /** The pressed button disappears, so the bar gets the focus, and with it the keys. */
  const show = (shown: 'closed' | 'choosing') => {
    setMode(shown)
    group.current?.focus()
  }
  const cast = async (choice: VoteChoice) => {
    if (await onCast(choice)) show('closed')
  }
  const paneIds = answers.map(({ pane }) => pane.paneId)
  const choose = (event: KeyboardEvent): boolean => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const answer = answers.find(({ letter }) => isPlain && letter === event.key.toUpperCase())
    if (answer !== undefined) void cast({ result: 'best', paneIds: [answer.pane.paneId] })
    else if (isCommandKey('voteTie', event, bound)) void cast({ result: 'tie', paneIds })
    else if (isCommandKey('voteAllBad', event, bound)) void cast({ result: 'all-bad', paneIds: [] })
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (belongsToInputMethod(event.nativeEvent)) return
    // A dialog that was opened from here is not part of the bar, although its key presses pass through it.
    if (dialogAround(event.target) !== dialogAround(group.current)) return
    if (event.key === 'Escape' && mode !== 'closed') show('closed')
    // Enter on a button presses it.
    else if (event.key === 'Enter' && event.target === group.current && canGoOn) next.onGo()
    else if (mode === 'ordering' || mode === 'describing' || !choose(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const words = vote === null ? '' : voteOutcome(vote, letteredNames(models, vote, answers))
  return (
    <Row
      wrap
      grow={false}
      pad={[1.5, 4]}
      size="s"
      line="above"
      ref={group}
      className={styles.voteBar}
      data-slot="vote-bar"
      role="group"
      aria-label={t('compare.vote.label')}
      aria-keyshortcuts={[
        ...answers.map(({ letter }) => letter),
        ...(['voteTie', 'voteAllBad'] as const).flatMap((id) => ariaKeys(shortcutKeys(id), keyHost) ?? []),
      ].join(' ')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {isChoosing && (
        <>
          {isBlind && <BlindTag />}
          <span className={styles.question} title={isBlind ? t('compare.blind.vote') : undefined}>
            {t('compare.vote.question')}
          </span>
          {answers.map((answer) => (
            <AnswerButton
              key={answer.pane.paneId}
              answer={answer}
              label={t('compare.vote.best', { letter: answer.letter })}
              onPress={() => void cast({ result: 'best', paneIds: [answer.pane.paneId] })}
            />
          ))}
          <Button
            variant="quiet"
            title={shortcutName('voteTie')}
            onClick={() => void cast({ result: 'tie', paneIds })}
          >
            {t(answers.length === 2 ? 'compare.vote.tie' : 'compare.vote.allTie')}
          </Button>
          <Button
            variant="quiet"
            title={shortcutName('voteAllBad')}
            onClick={() => void cast({ result: 'all-bad', paneIds: [] })}
          >
            {t('common.noneIsGood')}
          </Button>
          {answers.length > 2 && (
            <Button variant="quiet" onClick={() => setMode('ordering')}>
              {t('compare.vote.order')}
            </Button>
          )}
          {vote !== null && (
            <Button variant="quiet" onClick={() => show('closed')}>
              {t('common.cancel')}
            </Button>
          )}
        </>
      )}
      {mode === 'ordering' && (
        <VoteOrder answers={answers} onVote={(choice) => void cast(choice)} onCancel={() => show('closed')} />
      )}
      {vote !== null && mode === 'closed' && (
        <>
          <Text weight="strong">
            <HiddenText>{t('compare.vote.yours')} </HiddenText>
            {words}
          </Text>
          {vote.source !== undefined && <span className={styles.tag}>{t('compare.vote.fromFile')}</span>}
          {vote.isBlind && <span className={styles.tag}>{t('compare.blind.voteWasBlind')}</span>}
          {vote.how !== undefined && <span className={styles.tag}>{t('compare.vote.rendered')}</span>}
          {vote.tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              {tag}
            </span>
          ))}
          {vote.why !== null && (
            <Ellipsis tone="soft" className={styles.why} title={vote.why}>
              {vote.why}
            </Ellipsis>
          )}
          <Button variant="quiet" onClick={() => show('choosing')}>
            {t('common.change')}
          </Button>
          <Button variant="quiet" onClick={() => setMode('describing')}>
            {t(vote.why === null && vote.tags.length === 0 ? 'compare.vote.addWhy' : 'compare.vote.editWhy')}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              group.current?.focus()
              void votes.remove(vote)
            }}
          >
            {t('compare.vote.remove')}
          </Button>
          {canGoOn && (
            <Button variant="primary" aria-keyshortcuts="Enter" className={styles.next} onClick={next.onGo}>
              {next.label}
            </Button>
          )}
        </>
      )}
      {vote !== null && mode === 'describing' && (
        <VoteDetails vote={vote} {...question()} onDone={() => show('closed')} />
      )}
      {(mode === 'closed' || mode === 'choosing') && links}
      <Problem error={error} />
      <HiddenText role="status">{vote === null ? '' : `${t('compare.vote.yours')} ${words}`}</HiddenText>
    </Row>
  )
}

function dialogAround(element: EventTarget | null): Element | null {
  return element instanceof Element ? element.closest('dialog') : null
}

/** The names of the contestants, each with the letter of its answer, in the order of `shown`. */
function letteredNames(
  models: readonly ModelInfo[],
  { shown }: Vote,
  answers: readonly LetteredAnswer[],
): string[] {
  const names = contestantNames(
    models,
    shown.map(({ contestant }) => contestant),
  )
  return shown.map(({ paneId }, index) => {
    const letter = answers.find(({ pane }) => pane.paneId === paneId)?.letter
    return letter === undefined ? (names[index] ?? '') : `${letter} ${names[index]}`
  })
}

interface VoteOrderProps {
  answers: readonly LetteredAnswer[]
  onVote: (choice: VoteChoice) => void
  onCancel: () => void
}

/** Several answers in the order of their letters' presses: as an order, best first, or as a tie. */
function VoteOrder({ answers, onVote, onCancel }: VoteOrderProps) {
  const bound = useBoundKeys()
  const [chosen, setChosen] = useState<readonly PaneId[]>([])
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.focus(), [])
  const toggle = (paneId: PaneId) =>
    setChosen(chosen.includes(paneId) ? chosen.filter((one) => one !== paneId) : [...chosen, paneId])
  const isEnough = chosen.length >= 2
  const vote = (result: 'order' | 'tie') => {
    if (isEnough) onVote({ result, paneIds: [...chosen] })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (belongsToInputMethod(event.nativeEvent)) return
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const answer = answers.find(({ letter }) => isPlain && letter === event.key.toUpperCase())
    if (isCommandKey('voteTie', event, bound)) vote('tie')
    else if (!isPlain) return
    else if (answer !== undefined) toggle(answer.pane.paneId)
    else if (event.key === 'Backspace') setChosen(chosen.slice(0, -1))
    // Enter on a button presses it.
    else if (event.key === 'Enter' && event.target === root.current) vote('order')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Row
      wrap
      ref={root}
      role="group"
      aria-label={t('compare.vote.orderLabel')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <span className={styles.question}>{t('compare.vote.orderHint')}</span>
      {answers.map((answer) => (
        <AnswerButton
          key={answer.pane.paneId}
          answer={answer}
          label={t('common.answerNamed', { letter: answer.letter })}
          isPressed={chosen.includes(answer.pane.paneId)}
          place={chosen.includes(answer.pane.paneId) ? chosen.indexOf(answer.pane.paneId) + 1 : undefined}
          onPress={() => toggle(answer.pane.paneId)}
        />
      ))}
      <Button variant="primary" aria-disabled={!isEnough} onClick={() => vote('order')}>
        {t('compare.vote.saveOrder')}
      </Button>
      <Button variant="quiet" aria-disabled={!isEnough} onClick={() => vote('tie')}>
        {t('compare.vote.saveTie')}
      </Button>
      <Button variant="link" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </Row>
  )
}
