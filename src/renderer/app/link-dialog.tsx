import { Trans } from 'react-i18next/TransWithoutContext'

import { t } from '../language/t'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { Dialog } from '../ui/overlays/dialog'
import type { LinkTarget } from '../markdown/source/link-target'
import styles from './link-dialog.module.css'

export interface LinkDialogProps {
  target: LinkTarget
  onOpen: () => void
  onClose: () => void
}

/** Shows a link's target before opening it. */
export function LinkDialog({ target, onOpen, onClose }: LinkDialogProps) {
  return (
    <Dialog title={t('common.linkQuestion')} width="narrow" onClose={onClose}>
      <div className={styles.linkDialog}>
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
        <div className={styles.steps}>
          <CopyButton text={() => target.url} label={t('common.copyAddress')} />
          <span className={styles.gap} />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" data-first-focus onClick={onOpen}>
            {t('common.open')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
