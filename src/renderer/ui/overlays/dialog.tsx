import { useId, type ReactNode } from 'react'

import { t } from '../../language/t'
import { Button } from '../controls/button'
import { Icon } from '../controls/icon'
import { Modal } from './modal'
import './dialog.css'

export interface DialogProps {
  title: string
  width?: 'large' | 'wide' | 'narrow'
  onClose: () => void
  children: ReactNode
}

/** A modal dialog with a title and a close button. An element with `data-first-focus` gets the initial focus. */
export function Dialog({ title, width = 'wide', onClose, children }: DialogProps) {
  const titleId = useId()
  return (
    <Modal className={`dialog dialog-${width}`} labelledBy={titleId} onClose={onClose}>
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Button look="quiet" aria-label={t('common.close')} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </header>
        {children}
      </div>
    </Modal>
  )
}
