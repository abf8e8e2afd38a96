import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

import type { PaneId } from '../../../../shared/ids'
import { belongsToInputMethod } from '../../../keyboard/input-method'
import { t } from '../../../language/t'
import { isCommandKey } from '../../../state/actions/bound-keys'
import { useBoundKeys } from '../../../state/app/use-shortcut-keys'
import type { VoteChoice } from '../../../state/votes/votes'
import { Button } from '../../../ui/controls/button'
import { AnswerButton } from '../answers/answer-tag'
import type { LetteredAnswer } from '../answers/use-votable-answers'
import { Row } from '../../../ui/layout/layout'
import styles from './vote-bar.module.css'

interface VoteOrderProps {
  answers: readonly LetteredAnswer[]
  onVote: (choice: VoteChoice) => void
  onCancel: () => void
}

/** Several answers in the order of their letters' presses: as an order, best first, or as a tie. */
export function VoteOrder({ answers, onVote, onCancel }: VoteOrderProps) {
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
      {answers.map(({ pane, letter, color }) => (
        <AnswerButton
          key={pane.paneId}
          letter={letter}
          color={color}
          label={t('compare.vote.answer', { letter })}
          isPressed={chosen.includes(pane.paneId)}
          place={chosen.includes(pane.paneId) ? chosen.indexOf(pane.paneId) + 1 : undefined}
          onPress={() => toggle(pane.paneId)}
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
