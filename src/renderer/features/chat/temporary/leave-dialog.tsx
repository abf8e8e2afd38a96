import { useState } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import { Problem } from '../../../ui/text/problem'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { DialogBody, Row } from '../../../ui/layout/layout'
import styles from './temporary.module.css'

/** Asks what to do with a temporary chat that the user leaves. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { temporary } = useApp()
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const keep = async () => {
    setRefusal(null)
    setRefusal(await temporary.keepAndLeave())
  }
  return (
    <Dialog title={t('chat.temporary.leaveTitle')} width="narrow" onClose={onClose}>
      <DialogBody>
        <p>{t('chat.temporary.leaveText')}</p>
        <Problem error={refusal} />
        <Row align="stretch" justify="end" wrap className={styles.steps}>
          <Button data-first-focus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={() => temporary.discardAndLeave()}>
            {t('common.discard')}
          </Button>
          <Button variant="primary" onFirstClick={() => void keep()}>
            {t('chat.temporary.keepAndLeave')}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}
