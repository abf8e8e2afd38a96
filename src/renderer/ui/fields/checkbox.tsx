import type { ComponentProps, ReactNode } from 'react'

import { Row } from '../layout/layout'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** The label. */
  children: ReactNode
}

/** Something that applies or does not. */
export function Checkbox({ isChecked, onChange, className, children, ...props }: CheckboxProps) {
  return (
    <Row as="label" gap={1.5} className={className}>
      <input
        {...props}
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </Row>
  )
}
