import { t } from '../../language/t'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { Dialog } from '../../ui/overlays/dialog'
import { DialogBody, Row } from '../../ui/layout/layout'

/** Links to the page that asks for the user's confirmation. */
export function ConfirmationDialog({ pageUrl, onClose }: { pageUrl: string; onClose: () => void }) {
  return (
    <Dialog title={t('common.confirmationTitle')} width="narrow" onClose={onClose}>
      <DialogBody gap={4}>
        <p>{t('common.confirmationText')}</p>
        <Row align="stretch" justify="end">
          <ConfirmationLink pageUrl={pageUrl} variant="primary" hasFirstFocus />
        </Row>
      </DialogBody>
    </Dialog>
  )
}
