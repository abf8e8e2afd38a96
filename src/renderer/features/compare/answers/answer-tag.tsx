import type { VotableAnswer } from './use-votable-answers'
import { Text } from '../../../ui/layout/layout'
import compareStyles from '../compare.module.css'
import styles from '../voting/vote-bar.module.css'

type Lettered = Pick<VotableAnswer, 'letter' | 'color'>

/** The letter of an answer in its colour. */
export function AnswerTag({ answer: { letter, color } }: { answer: Lettered }) {
  return (
    <span className={compareStyles.paneTag} data-slot="pane-tag" style={{ background: color }}>
      {letter}
    </span>
  )
}

interface AnswerButtonProps {
  answer: Lettered
  label: string
  /** Absent for a button that is not a switch. */
  isPressed?: boolean | undefined
  /** In an order: its place, from 1. */
  place?: number | undefined
  onPress: () => void
}

/** The letter of an answer, in its colour, as a button. */
export function AnswerButton({ answer, label, isPressed, place, onPress }: AnswerButtonProps) {
  return (
    <button
      type="button"
      className={styles.answer}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      <AnswerTag answer={answer} />
      {place !== undefined && <Text tabular>{place}</Text>}
    </button>
  )
}
