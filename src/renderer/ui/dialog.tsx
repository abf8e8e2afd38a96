import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import { Button } from './button'
import { Icon } from './icon'
import './dialog.css'

export interface DialogProps {
  title: string
  width?: 'wide' | 'narrow'
  onClose: () => void
  children: ReactNode
}

/** A modal dialog: focus stays inside, Escape and a press beside it close it. */
export function Dialog({ title, width = 'wide', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    element.showModal()
    // Only a dialog that is closed, not one that is taken away, gives the focus back to where it was.
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${width}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Button look="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
