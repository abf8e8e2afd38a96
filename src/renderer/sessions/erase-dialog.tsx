import type { SessionEntry } from '../state/session-entry'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { countOf } from './session-entries'

export interface EraseDialogProps {
  /** What is to be erased; the whole bin when it is null. */
  entries: readonly SessionEntry[] | null
  onErase: () => void
  onClose: () => void
}

/** Asks before something is gone for good. */
export function EraseDialog({ entries, onErase, onClose }: EraseDialogProps) {
  const [first] = entries ?? []
  const what =
    entries === null
      ? 'Everything in the bin'
      : entries.length === 1 && first !== undefined
        ? `“${first.title}”`
        : countOf(entries)
  return (
    <Dialog title={entries === null ? 'Empty the bin?' : 'Erase for good?'} width="narrow" onClose={onClose}>
      <div className="erase-dialog">
        <p>
          {what} will be gone, with all that was said in it, every branch and every draft. It cannot be
          brought back.
        </p>
        <div className="erase-dialog-steps">
          <Button data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="danger"
            onClick={() => {
              onErase()
              onClose()
            }}
          >
            {entries === null ? 'Empty bin' : 'Erase'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
