import { messageText, type Message } from '../../../../shared/sessions/messages'
import { windowError } from '../../../errors/error-data'
import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { plainText } from '../../../markdown/source/plain-text'

/** Copies what a message says, as it was written or as it is read, and says above the composer when that fails. */
export async function copyMessage(
  conversation: ConversationStore,
  message: Message,
  form: 'markdown' | 'plain',
): Promise<void> {
  const text = messageText(message)
  // A question is shown as it was typed, so that is its plain text too.
  const isWritten = form === 'markdown' || message.role === 'user'
  try {
    await navigator.clipboard.writeText(isWritten ? text : plainText(text))
  } catch {
    // The browser does not say why, and the button beside the menu tells the same.
    conversation.setNotice({
      kind: 'refused',
      error: windowError('INTERNAL', t('chat.answer.copyRefused')),
    })
  }
}
