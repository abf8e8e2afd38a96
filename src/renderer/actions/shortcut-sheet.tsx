import { Dialog } from '../ui/dialog'
import { ShortcutList } from '../ui/shortcut-list'
import './shortcut-sheet.css'

/** All shortcuts at a glance. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" width="large" onClose={onClose}>
      {/* What scrolls is reached by keyboard. */}
      <div
        className="shortcut-sheet"
        tabIndex={0}
        data-first-focus=""
        role="region"
        aria-label="All shortcuts"
      >
        <h3 className="hidden-text">All shortcuts</h3>
        <ShortcutList />
      </div>
    </Dialog>
  )
}
