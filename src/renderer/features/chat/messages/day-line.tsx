import { dayName } from '../../../language/days'
import './lines.css'

/** Between two messages: the day that begins. */
export function DayLine({ at, now }: { at: number; now: number }) {
  const name = dayName(at, now)
  return (
    <div className="chat-day" role="separator" aria-label={name}>
      <span aria-hidden="true">{name}</span>
    </div>
  )
}
