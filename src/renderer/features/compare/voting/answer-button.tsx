import compareStyles from '../compare.module.css'
import styles from './vote-bar.module.css'

interface AnswerButtonProps {
  letter: string
  color: string
  label: string
  /** In an order: its place, from 1. */
  place?: number | undefined
  onPress: () => void
}

/** The letter of an answer, in its colour, as a button. */
export function AnswerButton({ letter, color, label, place, onPress }: AnswerButtonProps) {
  return (
    <button
      type="button"
      className={styles.answer}
      aria-label={label}
      aria-pressed={place === undefined ? undefined : place > 0}
      title={label}
      onClick={onPress}
    >
      <span className={compareStyles.paneTag} data-slot="pane-tag" style={{ background: color }}>
        {letter}
      </span>
      {place !== undefined && place > 0 && <span className={styles.place}>{place}</span>}
    </button>
  )
}
