import { useEffect, useEffectEvent } from 'react'

import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { draftForChat, draftForQueued, draftsForQueueOf } from '../../../state/drafts/draft-places'
import { useApp, useConversation } from '../../../state/app/use-app'

/**
 * A message whose answer begins while it is being rewritten is sent as it stood. What was written goes back into the
 * composer then; `onRescued` says so.
 */
export function useRescuedEdits(conversation: ConversationStore, onRescued: () => void): void {
  const app = useApp()
  const { sessionId } = conversation
  const waiting = useConversation(conversation, (state) => state.queue.messages)
  /** While a run is being attached to, what waits may not have been told yet. */
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
      drafts.giveBack(draftForChat(sessionId), text)
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
  // What waited at the last look and is gone now has begun, also when nothing else waits.
  useEffect(() => {
    return () => {
      const now = conversation.store.getState().queue.messages
      const gone = waiting.filter(({ id }) => !now.some((message) => message.id === id))
      rescue(gone.map(({ id }) => draftForQueued(sessionId, id)))
    }
  }, [conversation, sessionId, waiting])
}
