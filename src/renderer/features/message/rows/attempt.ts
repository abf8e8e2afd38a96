import type { ErrorData } from '../../../../shared/errors'
import type { ConversationStore } from '../../../state/conversations/conversation-store'

/** Waits for a request about a chat and shows a refusal above the composer. Resolves with whether it succeeded. */
export async function showRefusal(
  conversation: ConversationStore,
  action: Promise<ErrorData | null>,
): Promise<boolean> {
  const error = await action
  if (error !== null) conversation.setNotice({ kind: 'refused', error })
  return error === null
}
