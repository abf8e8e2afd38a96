import { t } from '../../../language/t'
import { Select } from '../../../ui/fields/select'

interface RepeatSelectProps {
  count: number
  /** From 0. */
  repeat: number
  onRepeat: (repeat: number) => void
}

/** Chooses one of the repeats of a run. Nothing if there is only one. */
export function RepeatSelect({ count, repeat, onRepeat }: RepeatSelectProps) {
  if (count < 2) return null
  return (
    <Select
      aria-label={t('sets.ballot.repeat')}
      value={repeat}
      options={Array.from({ length: count }, (_, index) => [index, t('sets.repeat', { number: index + 1 })])}
      onChange={onRepeat}
    />
  )
}
