import { useEffect, useEffectEvent } from 'react'

import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { draftForChat, draftForQueued, draftsForQueueOf } from '../../../state/drafts/draft-places'
import { useApp, useConversation } from '../../../state/app/use-app'

/**
 * A queued message whose run begins while it is being edited is sent without the edit, which then moves to the composer;
 * `onRescued` is called to say so.
 */
export function useRescuedEdits(conversation: ConversationStore, onRescued: () => void): void {
  const app = useApp()
  const { sessionId } = conversation
  const waiting = useConversation(conversation, (state) => state.queue.messages)
  /** While the watch is attaching to a run, the queue may be unknown. */
  const isKnown = useConversation(
    conversation,
    (state) => state.phase === 'ready' && (state.queue.messages.length > 0 || !state.isRunning),
  )
  const rescue = useEffectEvent((places: readonly string[]) => {
    const drafts = app.drafts.getState()
    let hasRescued = false
    for (const place of places) {
      const text = drafts.byPlace[place]
      if (text === undefined) continue
      drafts.restore(draftForChat(sessionId), text)
      drafts.set(place, '')
      hasRescued = true
    }
    if (hasRescued) onRescued()
  })
  useEffect(() => {
    if (!isKnown) return
    const stillThere = new Set(waiting.map(({ id }) => draftForQueued(sessionId, id)))
    const begun = Object.keys(app.drafts.getState().byPlace).filter((place) =>
      place.startsWith(draftsForQueueOf(sessionId)),
    )
    rescue(begun.filter((place) => !stillThere.has(place)))
  }, [app, sessionId, waiting, isKnown])
  // A message that has left the queue has begun, even if the queue is now empty.
  useEffect(() => {
    return () => {
      const now = conversation.store.getState().queue.messages
      const gone = waiting.filter(({ id }) => !now.some((message) => message.id === id))
      rescue(gone.map(({ id }) => draftForQueued(sessionId, id)))
    }
  }, [conversation, sessionId, waiting])
}
