import { t } from '../../language/t'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { Dialog } from '../../ui/overlays/dialog'
import styles from './confirmation-dialog.module.css'

/** Links to the page that asks for the user's confirmation. */
export function ConfirmationDialog({ pageUrl, onClose }: { pageUrl: string; onClose: () => void }) {
  return (
    <Dialog title={t('common.confirmationTitle')} width="narrow" onClose={onClose}>
      <div className={styles.confirmationDialog}>
        <p>{t('common.confirmationText')}</p>
        <div className={styles.steps}>
          <ConfirmationLink pageUrl={pageUrl} variant="primary" hasFirstFocus />
        </div>
      </div>
    </Dialog>
  )
}
