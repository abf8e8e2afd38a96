import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useViewActions } from '../../../state/app/use-view-actions'
import { Button } from '../../../ui/controls/button'

/** Reveals a blind comparison without a vote. `onReveal` asks first, in a dialog that outlives this button. */
export function RevealButton({ onReveal }: { onReveal: () => void }) {
  useViewActions(() => [action('reveal', { run: onReveal })])
  return (
    <Button variant="link" aria-haspopup="dialog" onClick={onReveal}>
      {t('compare.blind.reveal')}
    </Button>
  )
}
