import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { MessageId } from '../../../../shared/ids'
import { shownMessageIds } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import {
  countAfter,
  firstNewId,
  lastShownId,
  lastStoredId,
  type Visit,
} from '../../../state/conversations/last-seen'
import { useApp, useConversation } from '../../../state/app/use-app'
import { usePageVisible } from '../../../ui/viewport/use-in-view'

/** Messages that the user has not seen. */
export interface UnreadState {
  /** The first message that arrived while this window did not show the chat, until it was read. */
  firstNewId: MessageId | null
  /** The number of messages below that have not been in view; null when unknown. */
  newBelow: number | null
  /** The user has read what is new. */
  onNewRead: () => void
}

/** Tracks what is read of a chat while the window shows it. `isEndRead`: its last message is in view. */
export function useUnread(conversation: ConversationStore, isEndRead: boolean): UnreadState {
  const app = useApp()
  const { sessionId } = conversation
  const hadUnseen = useStore(app.sessionList.store, ({ sessions }) =>
    sessions.some(({ id, unseen }) => id === sessionId && unseen),
  )
  const newestCalls = useConversation(conversation, (state) => state.newestCalls)
  const begin = (): Visit & { newestCalls: number } => ({
    seen: app.lastSeen.of(sessionId),
    hadUnseen: hadUnseen && !app.lastSeen.isBegun(sessionId),
    since: app.environment.now(),
    newestCalls,
  })
  const [visit, setVisit] = useState<ReturnType<typeof begin> | null>(begin)
  const isVisible = usePageVisible(() => setVisit(begin()))
  const lastId = useConversation(conversation, lastStoredId)
  // A user who continues the chat has read everything above.
  const current = visit?.newestCalls === newestCalls ? visit : null
  const firstNew = useConversation(conversation, (state) =>
    current === null ? null : firstNewId(state, current),
  )
  const shownId = useConversation(conversation, lastShownId)
  useEffect(() => {
    if (!isVisible || !isEndRead || lastId === null || shownId === null) return
    app.lastSeen.note(sessionId, lastId)
    // While the line for new messages is shown, a reload must show it again.
    if (firstNew === null) app.lastSeen.save(sessionId, shownId)
  }, [app, sessionId, isVisible, isEndRead, lastId, shownId, firstNew])
  const newBelow = useConversation(conversation, (state) =>
    isEndRead ? 0 : countAfter(shownMessageIds(state), app.lastSeen.of(sessionId)),
  )
  return { firstNewId: firstNew, newBelow, onNewRead: () => setVisit(null) }
}
