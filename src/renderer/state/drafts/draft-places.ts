import type { QueuedId, SessionId } from '../../../shared/ids'

/** The key of the draft for a chat that has not been created yet. */
export const newChatDraft = 'chat:new'

/** The key of the draft for a temporary chat that has not been created yet. Main knows it, too, and never stores it. */
export const newTemporaryDraft = 'temporary:new'

/** The key of the draft for an existing chat. */
export function draftForChat(sessionId: SessionId): string {
  return `chat:${sessionId}`
}

/** The key of the draft for a comparison that has not been created yet. */
export const newCompareDraft = 'compare:new'

/** The prefix of the keys of drafts that edit queued messages of a chat. */
export function draftsForQueueOf(sessionId: SessionId): string {
  return `queued:${sessionId}:`
}

/** The key of the draft that edits this queued message. */
export function draftForQueued(sessionId: SessionId, queuedId: QueuedId): string {
  return draftsForQueueOf(sessionId) + queuedId
}
