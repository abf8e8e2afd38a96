import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { Dialog } from '../../ui/overlays/dialog'
import styles from './confirmation-dialog.module.css'

/** Links to the page that asks for the user's confirmation, until that is done. */
export function ConfirmationDialog() {
  const app = useApp()
  const { pageUrl, isPostponed, postpone } = useStore(app.confirmation)
  if (pageUrl === null || isPostponed) return null
  return (
    <Dialog title={t('common.confirmationTitle')} width="narrow" onClose={postpone}>
      <div className={styles.confirmationDialog}>
        <p>{t('common.confirmationText')}</p>
        <div className={styles.steps}>
          <ConfirmationLink pageUrl={pageUrl} variant="primary" hasFirstFocus />
        </div>
      </div>
    </Dialog>
  )
}
