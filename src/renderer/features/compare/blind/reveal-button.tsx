import { useState } from 'react'

import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useViewActions } from '../../../state/app/use-view-actions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'
import { RevealDialog } from './reveal-dialog'

/** The way out of a blind comparison, after a confirmation. */
export function RevealButton({ store }: { store: ComparisonStore }) {
  const [isAsking, setIsAsking] = useState(false)
  useViewActions(() => [action('reveal', { run: () => setIsAsking(true) })])
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {t('compare.blind.reveal')}
      </Button>
      {isAsking && <RevealDialog store={store} onClose={() => setIsAsking(false)} />}
    </>
  )
}
