import type { ButtonHTMLAttributes, Ref } from 'react'

import './button.css'

/**
 * `primary` is the one main action of a place, `stop` ends what runs, `plain` has a border, `quiet` shows itself
 * on hover, `link` stands in text.
 */
export type ButtonLook = 'primary' | 'stop' | 'plain' | 'quiet' | 'link' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  look?: ButtonLook
}

export function Button({ look = 'plain', className = '', children, ...others }: ButtonProps) {
  return (
    <button type="button" className={`button button-${look} ${className}`} {...others}>
      {look === 'stop' && <span className="button-stop-mark" aria-hidden="true" />}
      {children}
    </button>
  )
}
