import type { ConfirmationKind } from '../../../shared/rpc/window-events'
import { t } from '../../language/t'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { Dialog } from '../../ui/overlays/dialog'
import { DialogBody, Row } from '../../ui/layout/layout'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'

/** Links to the page that asks for the user's confirmation. */
export function ConfirmationDialog({
  pageUrl,
  about,
  onClose,
}: {
  pageUrl: string
  about: ConfirmationKind | null
  onClose: () => void
}) {
  return (
    <Dialog title={t('common.confirmationTitle')} width="narrow" onClose={onClose}>
      <DialogBody gap={4}>
        {about !== null && <p>{t(`notices.confirmation.${about}`)}</p>}
        <p>{t('common.confirmationText')}</p>
        <Row align="stretch" justify="end">
          <ConfirmationLink pageUrl={pageUrl} variant="primary" hasFirstFocus />
        </Row>
      </DialogBody>
    </Dialog>
  )
}

interface RestartDialogProps {
  before: 'restart' | 'reload'
  answers: number
  onClose: () => void
}

/** Asks for confirmation before a restart or a reload that would end answers in panes. */
export function RestartDialog({ before, answers, onClose }: RestartDialogProps) {
  const { restart } = useApp()
  return (
    <Dialog title={t('leaving.question', { count: answers })} width="narrow" onClose={onClose}>
      <DialogBody gap={4}>
        <p>{t('leaving.detail')}</p>
        <Row align="stretch" justify="end">
          <Button data-first-focus onClick={onClose}>
            {t('leaving.stay')}
          </Button>
          <Button variant="danger" onClick={() => void restart.agree()}>
            {t(before === 'restart' ? 'common.restart' : 'leaving.leave')}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}
