import type { AppState } from '../../../state/app/app-state'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { failureData } from '../../../errors/failure'
import { lastQuestionId } from '../../../state/conversations/conversation'
import { messageElement } from '../../message-navigation/message-elements'
import { showRefusal } from '../../message/rows/thread'

/** Edits the last question where it is. */
export async function editLast(conversation: ConversationStore): Promise<void> {
  if (conversation.store.getState().hasNewer) await conversation.pages.goToNewest()
  // What was loaded renders in the next frame.
  requestAnimationFrame(() => {
    const column = document.querySelector('[data-slot="chat-column"]')
    const id = lastQuestionId(conversation.store.getState())
    if (column === null) return
    if (id === undefined) {
      conversation.setNotice({ kind: 'refused', error: failureData('NO_PREVIOUS_MESSAGE', 'nothing-asked') })
      return
    }
    messageElement(column, id)?.querySelector<HTMLElement>('[data-slot="edit"]')?.click()
    // If it is being edited already.
    column.querySelector<HTMLElement>(`[data-edited-id="${CSS.escape(id)}"] textarea`)?.focus()
  })
}

/** Removes the last exchange. A focused message may be gone afterwards, so the composer gets the focus. */
export async function undoLast(app: AppState, conversation: ConversationStore): Promise<void> {
  if (!(await showRefusal(conversation, app.chat.undo(conversation.sessionId)))) return
  const focused = document.activeElement
  if (focused === document.body || focused?.closest('[data-message-id]') != null) focusChatComposer()
}

/** Focuses the composer of this chat. */
export function focusChatComposer(): void {
  document.querySelector<HTMLElement>('[data-look="column"] textarea')?.focus()
}
