import { dayName } from '../../../language/days'
import styles from './lines.module.css'

/** Between two messages: the day that begins. */
export function DayLine({ at, now }: { at: number; now: number }) {
  const name = dayName(at, now)
  return (
    <div className={styles.chatDay} role="separator" aria-label={name}>
      <span aria-hidden="true">{name}</span>
    </div>
  )
}
