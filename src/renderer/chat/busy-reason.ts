import { isAnswering } from '../state/conversation'
import type { ConversationStore } from '../state/conversation-store'
import { useConversation } from '../state/use-app'

const words = 'An answer is being written. This can be done once it has ended.'

/** Why what changes the path cannot be done now, for the person who would like to; null when it can. */
export function useBusyReason(conversation: ConversationStore): string | null {
  return useConversation(conversation, (state) => (isAnswering(state) ? words : null))
}

/** The same at this moment. */
export function busyReasonOf(conversation: ConversationStore): string | null {
  return isAnswering(conversation.store.getState()) ? words : null
}
