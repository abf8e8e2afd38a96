import { messageText, type Message } from '../../../../shared/sessions/messages'
import { windowError } from '../../../errors/error-data'
import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { plainText, lastCode } from '../../../markdown/source/plain-text'
import type { AppState } from '../../../state/app/app-state'
import { lastAnswer } from '../../../state/conversations/conversation'

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

/** Copies the newest answer of a chat or pane, and announces it. */
export async function copyNewestAnswer(app: AppState, conversation: ConversationStore): Promise<void> {
  const answer = lastAnswer(conversation.store.getState())
  if (answer !== undefined) await copyAndSay(app, messageText(answer), t('chat.answer.copied'))
}

/** Copies the last code block of the newest answer, and announces it. */
export async function copyNewestCode(app: AppState, conversation: ConversationStore): Promise<void> {
  const answer = lastAnswer(conversation.store.getState())
  const code = answer === undefined ? null : lastCode(messageText(answer))
  if (code === null) app.actions.refuse(t('chat.refusal.noCode'))
  else await copyAndSay(app, code, t('chat.answer.codeCopied'))
}

async function copyAndSay(app: AppState, text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    app.actions.announce(said)
  } catch {
    // The browser gives no reason.
    app.actions.refuse(t('chat.answer.copyRefused'))
  }
}
