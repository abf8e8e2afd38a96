import { formatExactMoment, formatTimeOfDay } from '../../language/format'
import './message.css'

/** When a message was written: the time of day, and all of it for those who point at it. */
export function MessageTime({ at }: { at: number }) {
  return (
    <time className="message-time" dateTime={new Date(at).toISOString()} title={formatExactMoment(at)}>
      {formatTimeOfDay(at)}
    </time>
  )
}
