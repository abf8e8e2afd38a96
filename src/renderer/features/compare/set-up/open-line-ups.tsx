import { useState } from 'react'

import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { keyHost } from '../../../keyboard/key-host'
import { ariaKeys } from '../../../keyboard/keys'
import { useApp, useViewActions, useShortcutKeys } from '../../../state/app/use-app'
import { type NewPane, newPanesOf } from '../../../state/comparisons/new-panes'
import { IconButton } from '../../../ui/controls/button'
import { LineUpsDialog } from './line-ups-dialog'

/** Saves the panes of a stored comparison as a line-up, and begins new comparisons with them or another line-up. */
export function OpenLineUps({ panes }: { panes: readonly Pane[] }) {
  const app = useApp()
  const shortcutKeys = useShortcutKeys()
  const [isOpen, setIsOpen] = useState(false)
  useViewActions(() => [action('lineUps', { run: () => setIsOpen(true) })])
  const begin = (chosen: readonly NewPane[]) => {
    app.comparisons.newPanes.setState({ panes: chosen })
    app.newCompare()
  }
  return (
    <>
      <IconButton
        icon="sliders"
        label={t('compare.setUp.lineUps')}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(shortcutKeys('lineUps'), keyHost)}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <LineUpsDialog
          panes={newPanesOf(panes)}
          hasOwnPanes
          onChange={begin}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
