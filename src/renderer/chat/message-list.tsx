import { useCallback, useRef, type KeyboardEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { isAnswering, lastQuestionId, shownMessageIds, shownPlaces } from '../state/conversation'
import type { ConversationStore } from '../state/conversation-store'
import { useApp, useConversation } from '../state/use-app'
import { ErrorCard } from '../ui/error-card'
import { FollowScroll } from '../ui/follow-scroll'
import { useTarget } from '../ui/message/use-target'
import { ChatEnd } from './chat-end'
import { DeletedChatSteps, isOfDeletedChat } from './deleted-chat'
import { MessageRow } from './message-row'
import { RunAnnouncer } from './run-announcer'

/** The messages of a chat: those that are near, more of them fetched as they come near. */
export function MessageList({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const column = useRef<HTMLDivElement>(null)
  const ids = useConversation(conversation, useShallow(shownMessageIds))
  const places = useConversation(conversation, useShallow(shownPlaces))
  const hasMore = useConversation(conversation, (state) => state.hasMore)
  const hasNewer = useConversation(conversation, (state) => state.hasNewer)
  const isMoving = useConversation(conversation, (state) => state.isMoving)
  const phase = useConversation(conversation, (state) => state.phase)
  const runError = useConversation(conversation, (state) => state.runError)
  const newestCalls = useConversation(conversation, (state) => state.newestCalls)
  const hasContinuations = useConversation(conversation, (state) => state.continuations.length > 0)
  const lastQuestion = useConversation(conversation, lastQuestionId)
  const loadOlder = useCallback(() => void conversation.pages.loadOlder(), [conversation])
  const loadNewer = useCallback(() => void conversation.pages.loadNewer(), [conversation])
  const isDeleted = isOfDeletedChat(runError, conversation)
  const goToNewest = () => void conversation.pages.goToNewest()
  useTarget(conversation, column)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && app.escapes.isLone() && isAnswering(conversation.store.getState())) {
      event.preventDefault()
      void app.chat.stop(conversation.sessionId)
    }
    // The browser itself knows the end of what is here only.
    if (event.key === 'End' && hasNewer && !isInField(event.target)) {
      event.preventDefault()
      goToNewest()
    }
  }
  const lastExchangeAt = lastQuestion === undefined ? ids.length : ids.indexOf(lastQuestion)
  const isEmpty = phase === 'ready' && ids.length === 0 && !hasNewer && !isMoving && !hasContinuations
  return (
    <FollowScroll
      label="Messages"
      followKey={newestCalls}
      rows={ids}
      isHeld={isMoving}
      onNearStart={hasMore ? loadOlder : undefined}
      onNearEnd={hasNewer ? loadNewer : undefined}
      onJump={goToNewest}
      onEndRead={(isEndRead) => conversation.pages.setEndRead(isEndRead)}
      onKeyDown={onKeyDown}
    >
      <div ref={column} className="chat-column">
        {hasMore && <p className="chat-more">Loading older messages…</p>}
        {ids.map((id, index) => (
          <MessageRow
            key={places[index]}
            conversation={conversation}
            messageId={id}
            isLastExchange={index >= lastExchangeAt}
          />
        ))}
        {hasNewer && ids.length > 0 && <p className="chat-more">Loading newer messages…</p>}
        {isEmpty && runError === null && <p className="chat-more">Nothing has been said here yet.</p>}
        {runError !== null && (
          <ErrorCard error={runError} onOpenSettings={() => app.setSettingsOpen(true)}>
            {isDeleted ? <DeletedChatSteps conversation={conversation} /> : undefined}
          </ErrorCard>
        )}
        {phase === 'ready' && !hasNewer && !isMoving && !isDeleted && <ChatEnd conversation={conversation} />}
      </div>
      <RunAnnouncer conversation={conversation} />
    </FollowScroll>
  )
}

function isInField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea') !== null
}
