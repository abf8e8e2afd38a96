import { t } from '../../language/t'
import { Dialog } from '../../ui/overlays/dialog'
import { ShortcutList } from './shortcut-list'
import '../../ui/text/hidden-text.css'
import './shortcut-sheet.css'

/** All shortcuts at a glance. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('actions.titles.shortcuts')} width="large" onClose={onClose}>
      {/* What scrolls is reached by keyboard. */}
      <div
        className="shortcut-sheet"
        tabIndex={0}
        data-first-focus=""
        role="region"
        aria-label={t('actions.sheet.all')}
      >
        <h3 className="hidden-text">{t('actions.sheet.all')}</h3>
        <ShortcutList />
      </div>
    </Dialog>
  )
}
