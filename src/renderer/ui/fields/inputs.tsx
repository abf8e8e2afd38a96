import type { ComponentProps } from 'react'

import { classNames } from '../class-names'
import styles from './text-field.module.css'

type InputProps = ComponentProps<'input'>

/** Takes a name, a path or a command: a line that the browser neither completes nor checks for spelling. */
export function CodeInput({ className, ...props }: InputProps) {
  return (
    <input
      dir="auto"
      className={classNames(styles.textField, className)}
      data-slot="text-field"
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}

/** Takes the address of a server, which the browser neither completes nor corrects. */
export function AddressInput(props: Omit<InputProps, 'type' | 'autoComplete'>) {
  return <CodeInput inputMode="url" autoCapitalize="none" maxLength={2048} {...props} />
}

/** Takes a key or another secret, which is not shown. */
export function KeyInput({ className, ...props }: Omit<InputProps, 'type' | 'autoComplete'>) {
  return (
    <input
      className={classNames(styles.textField, className)}
      data-slot="text-field"
      type="password"
      autoComplete="off"
      maxLength={4096}
      {...props}
    />
  )
}
