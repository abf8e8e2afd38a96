import type { QueuedId, SessionId, SetId } from '../../../shared/ids'

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

const setPrefix = 'set:'

/** The key of the draft of the prompt that is edited in a set. */
export function draftForSet(setId: SetId): string {
  return setPrefix + setId
}

/** True if a form opens where there is such a draft. */
export function isOfForm(place: string): boolean {
  return place.startsWith(setPrefix)
}
