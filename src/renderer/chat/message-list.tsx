import { useCallback, type KeyboardEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { shownMessageIds } from '../state/conversation'
import type { ConversationStore } from '../state/conversation-store'
import { useApp, useConversation } from '../state/use-app'
import { ErrorCard } from '../ui/error-card'
import { FollowScroll } from '../ui/follow-scroll'
import { MessageRow } from './message-row'
import { RunAnnouncer } from './run-announcer'

/** The messages of a chat, newest at the end, older ones fetched as they come near. */
export function MessageList({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const ids = useConversation(conversation, useShallow(shownMessageIds))
  const hasMore = useConversation(conversation, (state) => state.hasMore)
  const phase = useConversation(conversation, (state) => state.phase)
  const runError = useConversation(conversation, (state) => state.runError)
  const newestQuestion = useConversation(
    conversation,
    (state) => state.messages.findLast((message) => message.role === 'user')?.id,
  )
  const loadOlder = useCallback(() => void conversation.loadOlder(), [conversation])
  const stopOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !conversation.store.getState().isRunning) return
    event.preventDefault()
    void app.chat.stop(conversation.sessionId)
  }
  return (
    <FollowScroll
      label="Messages"
      followKey={newestQuestion}
      startKey={ids[0]}
      onNearStart={hasMore ? loadOlder : undefined}
      onKeyDown={stopOnEscape}
    >
      <div className="chat-column">
        {hasMore && <p className="chat-older">Loading older messages…</p>}
        {ids.map((id) => (
          <MessageRow key={id} conversation={conversation} messageId={id} />
        ))}
        {phase === 'ready' && ids.length === 0 && runError === null && (
          <p className="chat-older">Nothing has been said here yet.</p>
        )}
        {runError !== null && <ErrorCard error={runError} onOpenSettings={() => app.setSettingsOpen(true)} />}
      </div>
      <RunAnnouncer conversation={conversation} />
    </FollowScroll>
  )
}
