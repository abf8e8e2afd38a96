import { t } from '../../../language/t'
import textFieldStyles from '../../../ui/fields/text-field.module.css'

interface RepeatSelectProps {
  count: number
  /** From 0. */
  repeat: number
  onRepeat: (repeat: number) => void
}

/** Chooses one of the repeats of a run. */
export function RepeatSelect({ count, repeat, onRepeat }: RepeatSelectProps) {
  return (
    <select
      className={textFieldStyles.textField}
      aria-label={t('sets.ballot.repeat')}
      value={repeat}
      onChange={(event) => onRepeat(Number(event.target.value))}
    >
      {Array.from({ length: count }, (_, index) => (
        <option key={index} value={index}>
          {t('sets.repeat', { number: index + 1 })}
        </option>
      ))}
    </select>
  )
}
