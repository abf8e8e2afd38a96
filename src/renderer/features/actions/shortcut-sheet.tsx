import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { ShortcutList } from './shortcut-list'
import { DialogBody, DialogFoot, HiddenText } from '../../ui/layout/layout'
import styles from './shortcut-sheet.module.css'

/** A dialog with all shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const app = useApp()
  return (
    <Dialog title={t('actions.titles.shortcuts')} width="large" onClose={onClose}>
      {/* A scrollable region must be focusable for keyboard users. */}
      <DialogBody
        className={styles.shortcutSheet}
        tabIndex={0}
        data-first-focus=""
        role="region"
        aria-label={t('common.allShortcuts')}
      >
        <HiddenText as="h3">{t('common.allShortcuts')}</HiddenText>
        <ShortcutList />
      </DialogBody>
      <DialogFoot>
        <Button
          onClick={() => {
            onClose()
            app.openSettings('shortcuts')
          }}
        >
          {t('actions.sheet.change')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
