import type { QueuedId } from '../ids'
import type { AttachmentPart } from '../sessions/messages'

/** A message that waits for its turn; it is none of the chat's messages until its run begins. */
export interface QueuedMessage {
  id: QueuedId
  text: string
  /** The files that go with it. */
  attachments?: AttachmentPart[]
  /** Who answers it, where that is not the chat's own model. */
  model?: string
  createdAt: number
}

/** What waits to be sent in one session, the next first. */
export interface MessageQueue {
  messages: QueuedMessage[]
  /** Nothing of it begins by itself: the last answer was stopped or failed, or Parley was started anew. */
  isHeld: boolean
}
