import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'

import { classNames } from '../class-names'
import styles from './button.module.css'
import { Icon, type IconName } from './icon'

/**
 * `primary` is the one main action of a view, `stop` ends a run, `plain` has a border, `quiet` gets one on hover, and
 * `link` is for use in text.
 */
export type ButtonVariant = 'primary' | 'stop' | 'plain' | 'quiet' | 'link' | 'danger'

const variantStyles: Readonly<Record<ButtonVariant, string | undefined>> = {
  primary: styles.primary,
  stop: styles.stop,
  plain: styles.plain,
  quiet: styles.quiet,
  link: styles.link,
  danger: styles.danger,
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  variant?: ButtonVariant
  /**
   * Use instead of `onClick` where a second press would do more than the first: because another button or another item
   * is then in this place, or because the first press is still being answered. The second half of a double click and a
   * key that is held down do nothing.
   */
  onFirstClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

/** A button, or what looks like a link. It does not submit a form unless its `type` says so. */
export function Button({
  variant = 'plain',
  className,
  onFirstClick,
  onClick,
  onKeyDown,
  children,
  ...others
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.button, variantStyles[variant], className)}
      data-button={variant}
      onClick={(event) => {
        if (onFirstClick === undefined) onClick?.(event)
        else if (event.detail <= 1) onFirstClick(event)
      }}
      onKeyDown={(event) => {
        if (onFirstClick !== undefined && event.repeat && event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
      {...others}
    >
      {variant === 'stop' && <span className={styles.stopMark} aria-hidden="true" />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'variant' | 'children' | 'aria-label'> {
  icon: IconName
  /** The accessible name, and the title if there is no other. */
  label: string
}

/** A button that is only a drawing. */
export function IconButton({ icon, label, ...props }: IconButtonProps) {
  return (
    <Button variant="quiet" aria-label={label} title={label} {...props}>
      <Icon name={icon} />
    </Button>
  )
}

/** A cross. The label says what the button closes, removes or hides. */
export function CloseButton(props: Omit<IconButtonProps, 'icon'>) {
  return <IconButton icon="close" title={undefined} {...props} />
}
