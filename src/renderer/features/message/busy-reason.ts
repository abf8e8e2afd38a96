import { t } from '../../language/t'
import { type Conversation, isAnswerIncomplete } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useConversation } from '../../state/app/use-app'

/** Why the path cannot be changed now, as text for users; null when it can. */
export function useBusyReason(conversation: ConversationStore): string | null {
  return useConversation(conversation, reasonOf)
}

/** The same at this moment, outside a component. */
export function busyReasonOf(conversation: ConversationStore): string | null {
  return reasonOf(conversation.store.getState())
}

function reasonOf(conversation: Conversation): string | null {
  // Actions wait for the end of a run whose answer is whole.
  if (isAnswerIncomplete(conversation)) return t('chat.refusal.answering')
  return conversation.compacting === null ? null : t('chat.refusal.compacting')
}
