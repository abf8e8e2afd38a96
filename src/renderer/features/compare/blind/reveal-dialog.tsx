import { focusComposer } from '../../../keyboard/focus-targets'
import { t } from '../../../language/t'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import styles from './blind.module.css'

/** Asks before the contestants are revealed without a vote. */
export function RevealDialog({ store, onClose }: { store: ComparisonStore; onClose: () => void }) {
  return (
    <Dialog title={t('compare.blind.confirm')} width="narrow" onClose={onClose}>
      <div className={styles.revealDialog}>
        <p>{t('compare.blind.confirmText')}</p>
        <div className={styles.revealButtons}>
          <Button data-first-focus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              void reveal(store)
            }}
          >
            {t('compare.blind.revealNow')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

async function reveal(store: ComparisonStore): Promise<void> {
  // The button that opened the dialog disappears.
  if (await store.reveal()) focusComposer()
}
