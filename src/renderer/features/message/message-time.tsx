import { formatExactMoment, formatTimeOfDay } from '../../language/format'
import { Text } from '../../ui/layout/layout'
import styles from './message.module.css'

/** The time of a message, with date and time in its tooltip. */
export function MessageTime({ at }: { at: number }) {
  return (
    <Text
      as="time"
      tone="faint"
      size="xs"
      tabular
      className={styles.time}
      dateTime={new Date(at).toISOString()}
      title={formatExactMoment(at)}
    >
      {formatTimeOfDay(at)}
    </Text>
  )
}
