import type { AppState } from '../../../state/app/app-state'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { showRefusal } from '../../message/rows/thread'

/** Puts the last question back into the composer and focuses it. */
export async function retryLast(app: AppState, conversation: ConversationStore): Promise<void> {
  if (await showRefusal(conversation, app.chat.retry(conversation.sessionId))) focusChatComposer()
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
