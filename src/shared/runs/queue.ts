import type { QueuedId } from '../ids'
import type { AttachmentPart } from '../sessions/messages'

/** A message that waits in the queue; it joins the chat only when its run begins. */
export interface QueuedMessage {
  id: QueuedId
  text: string
  /** Its files. */
  attachments?: AttachmentPart[]
  /** The model that answers it, if not the chat's own. */
  model?: string
  createdAt: number
}

/** The queued messages of one session, next first. */
export interface MessageQueue {
  messages: QueuedMessage[]
  /** Paused: the last answer was stopped or failed, or Parley was restarted. */
  isHeld: boolean
}
