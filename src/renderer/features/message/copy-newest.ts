import { messageText } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { lastCode } from '../../markdown/source/last-code'
import type { AppState } from '../../state/app/app-state'
import { lastAnswer } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'

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
