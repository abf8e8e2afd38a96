import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'

import './button.css'

/**
 * `primary` is the one main action of a view, `stop` ends a run, `plain` has a border, `quiet` gets one on hover, and
 * `link` is for use in text.
 */
export type ButtonLook = 'primary' | 'stop' | 'plain' | 'quiet' | 'link' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  look?: ButtonLook
  /**
   * Use instead of `onClick` where another button immediately replaces this one, so that the second half of a double
   * click triggers neither.
   */
  onFirstClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

export function Button({
  look = 'plain',
  className = '',
  onFirstClick,
  onClick,
  children,
  ...others
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`button button-${look} ${className}`}
      onClick={(event) => {
        if (onFirstClick === undefined) onClick?.(event)
        else if (event.detail <= 1) onFirstClick(event)
      }}
      {...others}
    >
      {look === 'stop' && <span className="button-stop-mark" aria-hidden="true" />}
      {children}
    </button>
  )
}
