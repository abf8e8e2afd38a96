import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'

import './button.css'

/**
 * `primary` is the one main action of a place, `stop` ends what runs, `plain` has a border, `quiet` shows itself
 * on hover, `link` stands in text.
 */
export type ButtonLook = 'primary' | 'stop' | 'plain' | 'quiet' | 'link' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  look?: ButtonLook
  /**
   * In place of `onClick` where another button takes the place of this one at once: the second half of a double click
   * is meant for neither.
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
      data-button={look}
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
