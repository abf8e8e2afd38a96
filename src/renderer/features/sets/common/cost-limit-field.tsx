import { t } from '../../../language/t'
import textFieldStyles from '../../../ui/fields/text-field.module.css'

interface CostLimitFieldProps {
  id?: string
  className?: string | undefined
  /** As typed; empty for no limit. */
  value: string
  onChange: (value: string) => void
}

/** The most that a run may cost. The form provides the label. */
export function CostLimitField({
  id,
  className = textFieldStyles.textField,
  value,
  onChange,
}: CostLimitFieldProps) {
  return (
    <input
      id={id}
      className={className}
      type="number"
      min={0.01}
      step="any"
      placeholder={t('sets.noLimit')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
