import { createPortal } from 'react-dom'

import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import './attachments.css'

/** Lies over the view as long as files are held over the window. */
export function DropOverlay() {
  return createPortal(
    <div className="drop-overlay" aria-hidden="true">
      <p className="drop-words">
        <Icon name="clip" /> {t('attachments.dropToAttach')}
      </p>
    </div>,
    document.querySelector('[data-slot="window-main"]') ?? document.body,
  )
}
