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
  const shouldFocus = useRef(false)
  return {
    isEditing: editedId === messageId,
    edit: () => setEditedId(messageId),
    /** Called when editing ends. If it was accepted, a new version replaces the message. */
    onDone: (isAccepted: boolean) => {
      shouldFocus.current = !isAccepted
      setEditedId(null)
    },
    /** Returns the focus to where editing started. */
    returnFocus: (element: HTMLElement | null | undefined) => {
      if (shouldFocus.current) element?.focus()
      shouldFocus.current = false
    },
  }
}
