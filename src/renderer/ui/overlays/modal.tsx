import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { focusComposer } from '../../keyboard/focus-targets'
import { classNames } from '../class-names'
import styles from './modal.module.css'

export interface ModalProps {
  className: string | undefined
  /** Its accessible name, or the id of the element that names it. */
  label?: string
  labelledBy?: string
  onClose: () => void
  children: ReactNode
}

/** The longest usual time between the presses of a double click. */
const doubleClickMs = 500

/**
 * A modal overlay: focus stays inside, Escape and a press outside close it, and the focus returns to where it was. An
 * element with `data-first-focus` gets the initial focus, because React's `autoFocus` runs before the dialog is visible.
 */
export function Modal({ className, label, labelledBy, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedInsideAt = useRef(-Infinity)
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
      // React lets these events bubble, so they may come from a nested dialog.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        // The browser would close it now and send the event later: input in between would reach a dialog that is
        // no longer visible but still open for the app.
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onPointerDown={(event) => {
        // The first press of a double click may have changed its size, so that the second one is outside.
        const isSecond = event.timeStamp - pressedInsideAt.current < doubleClickMs
        if (event.target !== dialog.current) pressedInsideAt.current = event.timeStamp
        else if (!isSecond) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** Only closing a dialog returns the focus to where it was; removing it does not. */
function giveBack(dialog: HTMLDialogElement): void {
  dialog.close()
  // The previous element may have been replaced, for example by a change of language; the composer always exists.
  const isLost = document.activeElement === document.body || dialog.contains(document.activeElement)
  if (isLost) focusComposer()
  const focused = document.activeElement
  if (!(focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement)) return
  // It has the focus, but after typing in the dialog the caret is still there, so key presses would be lost.
  focused.blur()
  focused.focus({ preventScroll: true })
}
