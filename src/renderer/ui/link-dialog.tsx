import { Button } from './button'
import { CopyButton } from './copy-button'
import { Dialog } from './dialog'
import type { LinkTarget } from './markdown/link-target'
import './link-dialog.css'

export interface LinkDialogProps {
  target: LinkTarget
  onOpen: () => void
  onClose: () => void
}

/** Shows where a link leads before it is followed. */
export function LinkDialog({ target, onOpen, onClose }: LinkDialogProps) {
  return (
    <Dialog title="Open this link?" width="narrow" onClose={onClose}>
      <div className="link-dialog">
        <p className="link-dialog-host">{target.host}</p>
        {target.claimedHost !== null && (
          <p className="link-dialog-warning">
            The text says <b>{target.claimedHost}</b>, but the link leads to <b>{target.host}</b>.
          </p>
        )}
        {target.isInternational && (
          <p className="link-dialog-warning">
            This name has letters of other alphabets, which can look like another name. It is shown as it is
            sent.
          </p>
        )}
        <p className="link-dialog-url">{target.url}</p>
        <div className="link-dialog-steps">
          <CopyButton text={() => target.url} label="Copy address" />
          <span className="link-dialog-gap" />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" data-first-focus onClick={onOpen}>
            Open
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
