import { useRef, useState } from 'react'

import type { MessageId } from '../../../../shared/ids'
import { useApp } from '../../../state/app/use-app'

/** The key of the draft for editing this message. */
export function draftForEdit(messageId: MessageId): string {
  return `edit:${messageId}`
}

/** The editing state of the message at this position. A draft from before a reload is reopened. */
export function useEditing(messageId: MessageId) {
  const { drafts } = useApp()
  // By id, because another version can replace it at this position.
  const [editedId, setEditedId] = useState<MessageId | null>(() =>
    drafts.of(draftForEdit(messageId)) === '' ? null : messageId,
  )
  /** The button in the row that starts editing. */
  const button = useRef<HTMLElement | null>(null)
  const goBack = useRef((to: HTMLElement) => to.focus())
  const shouldGoBack = useRef(false)
  return {
    isEditing: editedId === messageId,
    edit: () => {
      if (button.current !== null) goBack.current = wayBack(button.current)
      setEditedId(messageId)
    },
    /** Called when editing ends. If it was accepted, a new version replaces the message. */
    onDone: (isAccepted: boolean) => {
      shouldGoBack.current = !isAccepted
      setEditedId(null)
    },
    /** The ref of the button. Once editing is cancelled, the focus and the row are where they were before. */
    returnTo: (element: HTMLElement | null | undefined) => {
      button.current = element ?? null
      if (button.current === null || !shouldGoBack.current) return
      shouldGoBack.current = false
      goBack.current(button.current)
    },
  }
}

/** Restores the present focus and position of the row with this button, given the button that is there then. */
function wayBack(button: HTMLElement): (to: HTMLElement) => void {
  const focused = document.activeElement
  const top = topOfRow(button)
  return (to) => {
    const isThere = focused instanceof HTMLElement && focused.isConnected && focused !== document.body
    ;(isThere ? focused : to).focus({ preventScroll: true })
    const scroller = to.closest('[data-slot="follow-scroll"]')
    if (scroller !== null) scroller.scrollTop += topOfRow(to) - top
  }
}

function topOfRow(button: HTMLElement): number {
  return button.closest('[data-message-id]')?.getBoundingClientRect().top ?? 0
}
