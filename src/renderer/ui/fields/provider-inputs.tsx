import type { ComponentProps } from 'react'

import { classNames } from '../class-names'
import styles from './text-field.module.css'

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'autoComplete'>

/** Takes the address of a server, which the browser neither completes nor corrects. */
export function AddressInput({ className, ...props }: InputProps) {
  return (
    <input
      className={classNames(styles.textField, className)}
      data-slot="text-field"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={2048}
      {...props}
    />
  )
}

/** Takes a key or another secret, which is not shown. */
export function KeyInput({ className, ...props }: InputProps) {
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
