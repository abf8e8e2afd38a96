import { formatExactMoment, formatTimeOfDay } from '../../language/format'
import styles from './message.module.css'

/** When a message was written: the time of day, and all of it for those who point at it. */
export function MessageTime({ at }: { at: number }) {
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatExactMoment(at)}>
      {formatTimeOfDay(at)}
    </time>
  )
}
