import { messageText, type Message } from '../../../../shared/sessions/messages'
import { windowError } from '../../../errors/error-data'
import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { plainText } from '../../../markdown/source/plain-text'

/** Copies a message as Markdown or plain text, and shows a failure above the composer. */
export async function copyMessage(
  conversation: ConversationStore,
  message: Message,
  form: 'markdown' | 'plain',
): Promise<void> {
  const text = messageText(message)
  // A question is shown as typed, so its source is also its plain text.
  const isWritten = form === 'markdown' || message.role === 'user'
  try {
    await navigator.clipboard.writeText(isWritten ? text : plainText(text))
  } catch {
    // The browser gives no reason, so the text is the same as for the copy button.
    conversation.setNotice({
      kind: 'refused',
      error: windowError('INTERNAL', t('chat.answer.copyRefused')),
    })
  }
}
