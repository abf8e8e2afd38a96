import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { focusComposer } from '../../keyboard/focus-targets'
import { classNames } from '../class-names'
import styles from './modal.module.css'

export interface ModalProps {
  className: string | undefined
  /** Its accessible name, or the id of what names it. */
  label?: string
  labelledBy?: string
  onClose: () => void
  children: ReactNode
}

/**
 * What covers the window until it is closed: focus stays inside, Escape and a press beside it close it, and the focus
 * goes back to where it was. What has `data-first-focus` gets it when it opens; React's `autoFocus` comes before there
 * is anything to be seen.
 */
export function Modal({ className, label, labelledBy, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    element.showModal()
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => giveBack(element)
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.modal, className)}
      aria-label={label}
      aria-labelledby={labelledBy}
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
      {children}
    </dialog>
  )
}

/** Only a dialog that is closed, not one that is taken away, gives the focus back to where it was. */
function giveBack(dialog: HTMLDialogElement): void {
  dialog.close()
  // What had it before may have been built anew since, as in another language; where one writes is always there.
  const isLost = document.activeElement === document.body || dialog.contains(document.activeElement)
  if (isLost) focusComposer()
  const focused = document.activeElement
  if (!(focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement)) return
  // It has the focus, but the caret stays behind where one has typed in the dialog: keys would write nothing.
  focused.blur()
  focused.focus({ preventScroll: true })
}
