import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import { Button } from './button'
import { Icon } from './icon'
import './dialog.css'

export interface DialogProps {
  title: string
  width?: 'large' | 'wide' | 'narrow'
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog: focus stays inside, Escape and a press beside it close it. What has `data-first-focus` gets the focus
 * when it opens; React's `autoFocus` comes before there is anything to be seen.
 */
export function Dialog({ title, width = 'wide', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    element.showModal()
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    // Only a dialog that is closed, not one that is taken away, gives the focus back to where it was.
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${width}`}
      aria-labelledby={titleId}
      // React lets these bubble: a dialog within this one is not this one.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        // The browser would close it now and tell it later: what is pressed in between would meet a dialog that is
        // gone for the eye and still there for the app.
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Button look="quiet" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
