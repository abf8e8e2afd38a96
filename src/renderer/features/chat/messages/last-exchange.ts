import type { ErrorData } from '../../../../shared/errors'
import type { AppState } from '../../../state/app/app-state'
import type { ConversationStore } from '../../../state/conversations/conversation-store'

/** Waits for what was asked of a chat; what was refused is said above the composer. Answers whether it was done. */
export async function attempt(
  conversation: ConversationStore,
  action: Promise<ErrorData | null>,
): Promise<boolean> {
  const error = await action
  if (error !== null) conversation.setNotice({ kind: 'refused', error })
  return error === null
}

/** Puts the last question back into the composer, where the keyboard goes on. */
export async function retryLast(app: AppState, conversation: ConversationStore): Promise<void> {
  if (await attempt(conversation, app.chat.retry(conversation.sessionId))) focusComposer()
}

/** Takes the last exchange back. A message that had the focus is gone then: the composer is always there. */
export async function undoLast(app: AppState, conversation: ConversationStore): Promise<void> {
  if (!(await attempt(conversation, app.chat.undo(conversation.sessionId)))) return
  const focused = document.activeElement
  if (focused === document.body || focused?.closest('[data-message-id]') != null) focusComposer()
}

/** Where messages of this chat are written. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-look="column"] textarea')?.focus()
}
