import { t } from '../../language/t'
import { Button, type ButtonProps } from '../../ui/controls/button'
import type { ComposerState } from './use-composer'

interface SendButtonProps extends Pick<ButtonProps, 'variant' | 'aria-label' | 'children'> {
  composer: ComposerState
}

/** Does the same as the send key. */
export function SendButton({ composer, children = t('common.send'), ...variant }: SendButtonProps) {
  return (
    <Button variant="primary" {...variant} onFirstClick={() => composer.send()}>
      {children}
    </Button>
  )
}

interface StopButtonProps extends Pick<ButtonProps, 'aria-busy' | 'children'> {
  composer: ComposerState
  onStop: () => void
}

/** Stops the current answer. */
export function StopButton({ composer, onStop, ...shown }: StopButtonProps) {
  return (
    <Button
      variant="stop"
      {...shown}
      onFirstClick={() => {
        // The button disappears with the answer; focus the text field.
        composer.focus()
        onStop()
      }}
    />
  )
}
