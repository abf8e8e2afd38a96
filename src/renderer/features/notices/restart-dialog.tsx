import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import styles from './confirmation-dialog.module.css'

/** Asks for confirmation before a restart or a reload that would end answers in panes. */
export function RestartDialog() {
  const { restart } = useApp()
  const { asked } = useStore(restart.question)
  if (asked === null) return null
  return (
    <Dialog
      title={t('leaving.question', { count: asked.answers })}
      width="narrow"
      onClose={() => restart.decline()}
    >
      <div className={styles.confirmationDialog}>
        <p>{t('leaving.detail')}</p>
        <div className={styles.steps}>
          <Button data-first-focus onClick={() => restart.decline()}>
            {t('leaving.stay')}
          </Button>
          <Button variant="danger" onClick={() => void restart.agree()}>
            {t(asked.before === 'restart' ? 'common.restart' : 'leaving.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
