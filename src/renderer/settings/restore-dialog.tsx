import { useStore } from 'zustand'

import type { StoreSnapshot } from '../../shared/store'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { counted, formatMoment } from '../ui/figures'

/** Asks before everything that is shown becomes what it was then. */
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
    // The page is built anew, which waits for Settings to be closed.
    app.setSettingsOpen(false)
  }
  return (
    <Dialog title="Restore this snapshot?" width="narrow" onClose={onClose}>
      <div className="export-dialog">
        <p>
          Parley starts anew with what it had on {formatMoment(snapshot.createdAt)}:{' '}
          {counted(snapshot.sessionCount, 'chat')} and {counted(snapshot.messageCount, 'message')}. Answers
          that are being written are ended.
        </p>
        <p>What is stored now is kept as a snapshot itself, so that you can come back to it.</p>
        <div className="export-dialog-steps">
          <Button data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" aria-disabled={isRestoring} onClick={() => void restore()}>
            {isRestoring ? 'Checking it…' : 'Restore and restart'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
