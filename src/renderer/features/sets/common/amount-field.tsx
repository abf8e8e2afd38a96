import type { ComponentProps } from 'react'

import { t } from '../../../language/t'
import { TextInput } from '../../../ui/fields/inputs'
import { Row } from '../../../ui/layout/layout'
import styles from './sets.module.css'

interface AmountFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  value: number | null
  onChange: (value: number | null) => void
}

/** A number with its label. */
export function AmountField({ label, value, onChange, ...props }: AmountFieldProps) {
  return (
    <Row as="label" gap={1.5} className={styles.toggle}>
      {label}
      <TextInput
        dir="ltr"
        className={styles.amount}
        type="number"
        min={0}
        step="any"
        {...props}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
      />
    </Row>
  )
}

/** The most that a run may cost. */
export function CostLimitField(props: Pick<AmountFieldProps, 'value' | 'onChange'>) {
  return <AmountField label={t('sets.costLimit')} placeholder={t('sets.noLimit')} min={0.01} {...props} />
}

/** A whole number from 1 to `max`. */
export function wholeNumber(value: number | null, max: number): number {
  return Math.min(max, Math.max(1, Math.round(value ?? 1)))
}
