import { useId } from 'react'
import styles from './choice.module.css'
import hiddenTextStyles from '../text/hidden-text.module.css'
import { Row } from '../layout/layout'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, name: string])[]
  onChange: (value: Value) => void
}

/** A choice between a few options that are all visible. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <Row
      align="stretch"
      gap={0}
      pad={0.5}
      className={styles.choice}
      data-slot="choice"
      role="radiogroup"
      aria-label={label}
    >
      {options.map(([option, optionName]) => (
        <label key={option} className={styles.option}>
          <input
            type="radio"
            className={hiddenTextStyles.hiddenText}
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{optionName}</span>
        </label>
      ))}
    </Row>
  )
}
