import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'

import { classNames } from '../class-names'
import { formatLocale } from '../../language/t'
import { typedNumber } from '../../language/format'
import styles from './text-field.module.css'
import settingRowStyles from './setting-row.module.css'

type InputProps = ComponentProps<'input'>

/** Takes one line of text. */
export function TextInput({ className, ...props }: InputProps) {
  return (
    <input dir="auto" className={classNames(styles.textField, className)} data-slot="text-field" {...props} />
  )
}

/** Takes several lines of text. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      className={classNames(styles.textField, className)}
      data-slot="text-field"
      {...props}
    />
  )
}

/** Takes a name, a path or a command: a line that the browser neither completes nor checks for spelling. */
export function CodeInput(props: InputProps) {
  return <TextInput autoComplete="off" spellCheck={false} {...props} />
}

/** Takes the address of a server, which the browser neither completes nor corrects. */
export function AddressInput(props: Omit<InputProps, 'type' | 'autoComplete'>) {
  return <CodeInput inputMode="url" autoCapitalize="none" maxLength={2048} {...props} />
}

/** Takes a key or another secret, which is not shown. */
export function KeyInput(props: Omit<InputProps, 'type' | 'autoComplete'>) {
  return <TextInput dir="ltr" type="password" autoComplete="off" maxLength={4096} {...props} />
}

interface NumberFieldProps {
  label: string
  value: number
  /** The units of `value` in one unit of the field, such as 60 to show seconds as minutes. */
  unit: number
  /** A number outside the range is clamped. */
  range: { min: number; max: number }
  onChange: (value: number) => void
}

/** A number in a larger unit than the stored one; applied when the field loses focus or its dialog closes. */
export function NumberField({ label, value, unit, range, onChange }: NumberFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const keep = () => {
    const number = typedNumber(text ?? '')
    if (number >= 0) {
      onChange(Math.min(range.max, Math.max(range.min, Math.round(number * unit))))
    }
    setText(null)
  }
  const keepAtLast = useEffectEvent(keep)
  useEffect(() => () => keepAtLast(), [])
  return (
    <TextInput
      dir="ltr"
      className={settingRowStyles.numberField}
      inputMode="decimal"
      aria-label={label}
      value={
        text ??
        (Math.round((value / unit) * 100) / 100).toLocaleString(formatLocale(), { useGrouping: false })
      }
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}
