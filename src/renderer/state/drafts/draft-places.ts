import type { QueuedId, SessionId } from '../../../shared/ids'

/** Where the text for a chat is kept that nothing is stored of yet. */
export const newChatDraft = 'chat:new'

/** Where the text for a stored chat is kept. */
export function draftForChat(sessionId: SessionId): string {
  return `chat:${sessionId}`
}

/** Where the text for a comparison is kept that nothing is stored of yet. */
export const newCompareDraft = 'compare:new'

/** Where the text is kept with which messages of a chat are rewritten that wait to be sent: each begins with this. */
export function draftsForQueueOf(sessionId: SessionId): string {
  return `queued:${sessionId}:`
}

export function draftForQueued(sessionId: SessionId, queuedId: QueuedId): string {
  return draftsForQueueOf(sessionId) + queuedId
}
