import { useId } from 'react'

import type { ComparisonId, PaneId } from '../../../../shared/ids'
import type { Vote } from '../../../../shared/votes/votes'
import { formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { AnswerTag } from '../../compare/answers/answer-tag'
import { letterAt } from '../../compare/answers/letter-at'
import { VoteControls } from '../../compare/voting/vote-controls'
import { voteWords } from '../../compare/voting/vote-words'
import styles from './votes-view.module.css'

interface VoteRowProps {
  vote: Vote
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
  onOpen: (comparisonId: ComparisonId) => void
}

/** One vote: what it says about which contestants, and the controls that change it. */
export function VoteRow({ vote, isEdited, onEdit, onOpen }: VoteRowProps) {
  const { votes } = useApp()
  const said = useId()
  const { comparisonId, shown, chosen, tags, why, isBlind, source, at } = vote
  const words = voteWords(vote, (index) => letterAt(index).letter)
  return (
    <li className={styles.row} aria-labelledby={said}>
      <div className={styles.head}>
        <span id={said} className={styles.said}>
          {words}
        </span>
        <time className={styles.fact} dateTime={new Date(at).toISOString()}>
          {formatMoment(at)}
        </time>
        {isBlind && <span className={styles.tag}>{t('compare.blind.voteWasBlind')}</span>}
        {source !== undefined && <span className={styles.tag}>{t('compare.vote.fromFile')}</span>}
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        <span className={styles.actions}>
          {comparisonId !== null && (
            <Button variant="link" aria-describedby={said} onClick={() => onOpen(comparisonId)}>
              {t('ranking.list.open')}
            </Button>
          )}
          <Button
            variant="link"
            aria-describedby={said}
            aria-expanded={isEdited}
            onClick={() => onEdit(!isEdited)}
          >
            {t('ranking.list.edit')}
          </Button>
        </span>
      </div>
      <ul className={styles.shown}>
        {shown.map(({ contestant, answeredBy }, index) => (
          <li key={index} className={chosen.includes(index) ? styles.chosen : undefined}>
            <AnswerTag answer={letterAt(index)} /> {contestant.key}
            {answeredBy !== undefined && (
              <span className={styles.fact}> {t('ranking.answeredBy', { names: answeredBy })}</span>
            )}
          </li>
        ))}
      </ul>
      {why !== null && !isEdited && <p className={styles.why}>{why}</p>}
      {isEdited && (
        <VoteControls
          answers={shown.map((_, index) => ({ pane: { paneId: placeName(index) }, ...letterAt(index) }))}
          vote={{ ...vote, shown: shown.map((answer, index) => ({ ...answer, paneId: placeName(index) })) }}
          isBlind={false}
          question={() => ''}
          onCast={({ result, paneIds }) => votes.change(vote, { result, places: paneIds.map(Number) })}
          hasFocus
        />
      )}
    </li>
  )
}

/** Names an answer by its place: those of an imported vote have no panes. */
function placeName(index: number): PaneId {
  return String(index) as PaneId
}
