import { useStore } from 'zustand'

import type { StoreSnapshot } from '../../../../shared/store/store'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { formatMoment } from '../../../language/format'
import styles from './export-dialog.module.css'

/** Asks for confirmation before the store is replaced with a snapshot. */
export function RestoreDialog({ snapshot, onClose }: { snapshot: StoreSnapshot; onClose: () => void }) {
  const app = useApp()
  const { busy } = useStore(app.snapshots.store)
  const isRestoring = busy === 'restoring'
  const restore = async () => {
    if (isRestoring) return
    const isRestarting = await app.snapshots.restore(snapshot.id)
    onClose()
    if (!isRestarting) return
    app.restart.noteBegun()
    // The page reloads after a restart, but not while Settings is open.
    app.setSettingsOpen(false)
  }
  return (
    <Dialog title={t('settings.snapshots.question')} width="narrow" onClose={onClose}>
      <div className={styles.exportDialog}>
        <p>
          {t('settings.snapshots.startsAnew', {
            moment: formatMoment(snapshot.createdAt),
            chats: t('common.chats', { count: snapshot.sessionCount }),
            messages: t('common.messages', { count: snapshot.messageCount }),
          })}
        </p>
        <p>{t('settings.snapshots.isKept')}</p>
        <div className={styles.steps}>
          <Button data-first-focus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" aria-disabled={isRestoring} onClick={() => void restore()}>
            {isRestoring ? t('settings.snapshots.checking') : t('settings.snapshots.restoreNow')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
