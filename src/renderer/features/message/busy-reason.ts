import { t } from '../../language/t'
import { isAnswering } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useConversation } from '../../state/app/use-app'

/** Why what changes the path cannot be done now, for the person who would like to; null when it can. */
export function useBusyReason(conversation: ConversationStore): string | null {
  return useConversation(conversation, (state) => (isAnswering(state) ? t('chat.refusal.answering') : null))
}

/** The same at this moment. */
export function busyReasonOf(conversation: ConversationStore): string | null {
  return isAnswering(conversation.store.getState()) ? t('chat.refusal.answering') : null
}
