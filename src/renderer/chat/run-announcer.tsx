import type { ConversationStore } from '../state/conversation-store'
import { lastAnswer } from '../state/conversation'
import { useConversation } from '../state/use-app'

/** Says to a screen reader when an answer begins and how it ended, and nothing in between. */
export function RunAnnouncer({ conversation }: { conversation: ConversationStore }) {
  const words = useConversation(conversation, (state) => {
    if (state.isRunning) return 'Answering'
    const status = lastAnswer(state)?.status
    if (status === 'complete') return 'Answer finished'
    if (status === 'partial') return 'Answer stopped'
    return status === 'failed' ? 'Answer failed' : ''
  })
  return (
    <div className="hidden-text" aria-live="polite">
      {words}
    </div>
  )
}
