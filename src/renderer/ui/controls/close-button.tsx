import { Button, type ButtonProps } from './button'
import { Icon } from './icon'

interface CloseButtonProps extends Omit<ButtonProps, 'variant' | 'children' | 'aria-label'> {
  /** What it closes, removes or hides: its accessible name. */
  label: string
}

/** A cross. */
export function CloseButton({ label, ...props }: CloseButtonProps) {
  return (
    <Button variant="quiet" aria-label={label} {...props}>
      <Icon name="close" />
    </Button>
  )
}
