import { t } from '../../language/t'
import { isAnswering } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useConversation } from '../../state/app/use-app'

/** Why the path cannot be changed now, as text for users; null when it can. */
export function useBusyReason(conversation: ConversationStore): string | null {
  return useConversation(conversation, (state) => (isAnswering(state) ? t('chat.refusal.answering') : null))
}

/** The same at this moment, outside a component. */
export function busyReasonOf(conversation: ConversationStore): string | null {
  return isAnswering(conversation.store.getState()) ? t('chat.refusal.answering') : null
}
