import { t } from '../../language/t'
import type { SessionEntry } from '../../state/session-list/session-entry'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { countOf } from '../../state/session-list/session-groups'
import { DialogBody, Row } from '../../ui/layout/layout'
import styles from './erase-dialog.module.css'

export interface EraseDialogProps {
  /** The entries to erase; null for the whole trash. */
  entries: readonly SessionEntry[] | null
  onErase: () => void
  onClose: () => void
}

/** Asks for confirmation before entries are erased permanently. */
export function EraseDialog({ entries, onErase, onClose }: EraseDialogProps) {
  const title = t(entries === null ? 'sessions.erase.emptyTitle' : 'sessions.erase.title')
  return (
    <Dialog title={title} width="narrow" onClose={onClose}>
      <DialogBody>
        <p>{whatGoes(entries)}</p>
        <Row align="stretch" justify="end" className={styles.steps}>
          <Button data-first-focus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onErase()
              onClose()
            }}
          >
            {t(entries === null ? 'sessions.erase.emptyTrash' : 'sessions.actions.erase')}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}

function whatGoes(entries: EraseDialogProps['entries']): string {
  if (entries === null) return t('sessions.erase.everything')
  const [first, ...others] = entries
  return first !== undefined && others.length === 0
    ? t('sessions.erase.one', { title: first.title })
    : t('sessions.erase.many', { what: countOf(entries) })
}
