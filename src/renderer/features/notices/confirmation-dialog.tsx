import { t } from '../../language/t'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { Dialog } from '../../ui/overlays/dialog'
import { Row, Stack } from '../../ui/layout/layout'
import styles from './confirmation-dialog.module.css'

/** Links to the page that asks for the user's confirmation. */
export function ConfirmationDialog({ pageUrl, onClose }: { pageUrl: string; onClose: () => void }) {
  return (
    <Dialog title={t('common.confirmationTitle')} width="narrow" onClose={onClose}>
      <Stack gap={4} className={styles.confirmationDialog}>
        <p>{t('common.confirmationText')}</p>
        <Row align="stretch" justify="end">
          <ConfirmationLink pageUrl={pageUrl} variant="primary" hasFirstFocus />
        </Row>
      </Stack>
    </Dialog>
  )
}
