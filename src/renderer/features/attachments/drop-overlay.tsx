import { createPortal } from 'react-dom'

import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import styles from './attachments.module.css'

/** Covers the view while files are dragged over the window. */
export function DropOverlay() {
  return createPortal(
    <div className={styles.dropOverlay} aria-hidden="true">
      <p className={styles.dropWords}>
        <Icon name="clip" /> {t('attachments.dropToAttach')}
      </p>
    </div>,
    document.querySelector('[data-slot="window-main"]') ?? document.body,
  )
}
