import { t } from '../../language/t'
import { Button, type ButtonProps } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import type { SendMessage } from './composer-target'
import type { ComposerState } from './use-composer'

interface SendButtonProps extends Pick<ButtonProps, 'variant' | 'aria-label' | 'children'> {
  composer: ComposerState
  /** Sends in another way than the send key. */
  by?: SendMessage
}

/** Does the same as the send key. While Parley cannot be reached, it is disabled and says so, as that key does. */
export function SendButton({ composer, by, children = t('common.send'), ...variant }: SendButtonProps) {
  const { unreachable } = composer
  return (
    <Button
      variant="primary"
      {...variant}
      aria-disabled={unreachable !== null}
      title={unreachable === null ? undefined : errorLine(unreachable)}
      onFirstClick={() => composer.send(by)}
    >
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
