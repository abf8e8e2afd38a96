import type { ComponentProps } from 'react'

import { classNames } from '../class-names'
import styles from './text-field.module.css'

type SelectProps<Value extends string | number | null> = Omit<
  ComponentProps<'select'>,
  'value' | 'onChange'
> & {
  value: Value
  options: readonly (readonly [value: Value, name: string])[]
  onChange: (value: Value) => void
}

/** A choice from a list that opens. */
export function Select<Value extends string | number | null>({
  className,
  value,
  options,
  onChange,
  ...props
}: SelectProps<Value>) {
  return (
    <select
      className={classNames(styles.textField, className)}
      data-slot="text-field"
      value={value ?? ''}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex]
        if (chosen !== undefined) onChange(chosen[0])
      }}
      {...props}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option ?? ''}>
          {name}
        </option>
      ))}
    </select>
  )
}
