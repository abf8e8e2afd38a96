import { Trans } from 'react-i18next/TransWithoutContext'

import { isInBrowser } from '../browser/is-in-browser'
import { t } from '../language/t'
import { useApp } from '../state/app/use-app'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { Dialog } from '../ui/overlays/dialog'
import type { LinkTarget } from '../markdown/source/link-target'
import { DialogBody, Row, Text } from '../ui/layout/layout'
import styles from './link-dialog.module.css'

/** Shows a link's target before opening it. */
export function LinkDialog({ target, onClose }: { target: LinkTarget; onClose: () => void }) {
  const app = useApp()
  const open = async () => {
    onClose()
    const isOpened = await app.openLink(target.url)
    // In a browser, main leaves it to this page; elsewhere main opens links itself and its answer is final.
    if (!isOpened && isInBrowser) window.open(target.url, '_blank', 'noopener,noreferrer')
  }
  return (
    <Dialog title={t('common.linkQuestion')} width="narrow" onClose={onClose}>
      <DialogBody gap={3}>
        <p className={styles.host}>{target.host}</p>
        {target.claimedHost !== null && (
          <p className={styles.warning}>
            <Trans
              t={t}
              i18nKey="common.linkMisleads"
              components={{ claimed: <b>{target.claimedHost}</b>, real: <b>{target.host}</b> }}
            />
          </p>
        )}
        {target.isInternational && <p className={styles.warning}>{t('common.linkInternational')}</p>}
        <p className={styles.url}>{target.url}</p>
        <Row className={styles.steps}>
          <CopyButton text={() => target.url} label={t('common.copyAddress')} />
          <Text grow />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" data-first-focus onClick={() => void open()}>
            {t('common.open')}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}
