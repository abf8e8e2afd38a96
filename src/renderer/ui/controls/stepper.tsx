import type { ReactNode } from 'react'

import { t } from '../../language/t'
import { HiddenText, Text } from '../layout/layout'
import { IconButton } from './button'
import type { IconName } from './icon'
import styles from './stepper.module.css'

interface StepperProps {
  label: string
  at: number
  count: number
  names: readonly [previous: string, next: string]
  /** Why no step can be taken now; null if one can. */
  refusal?: string | null
  onStep: (to: number) => void
  /** Says what is shown; its number by default. */
  children?: ReactNode
}

/** Steps through versions or pages; nothing if there is only one. */
export function Stepper({ label, at, count, names, refusal = null, onStep, children }: StepperProps) {
  if (count < 2) return null
  const step = (to: number, icon: IconName, name: string) => {
    const isRefused = refusal !== null || to < 0 || to >= count
    return (
      <IconButton
        icon={icon}
        label={name}
        // Not `disabled` at either end, which would lose the focus.
        aria-disabled={isRefused}
        title={refusal ?? name}
        onClick={() => {
          if (!isRefused) onStep(to)
        }}
      />
    )
  }
  return (
    <Text
      grow={false}
      tone="faint"
      size="xs"
      tabular
      className={styles.stepper}
      data-slot="stepper"
      role="group"
      aria-label={label}
    >
      {step(at - 1, 'chevronLeft', names[0])}
      <span aria-hidden="true">{children ?? `${at + 1} / ${count}`}</span>
      <HiddenText aria-live="polite">{t('common.positionOf', { at: at + 1, total: count })}</HiddenText>
      {step(at + 1, 'chevronRight', names[1])}
    </Text>
  )
}
