import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { MessageRows } from './message-rows'

/** Messages that leave the path when the last exchange is taken back. */
export interface RemovedExchange {
  /** The last visible user message, with which it begins. */
  message: Message
  /** The number of messages that leave the path, hidden ones included. */
  removedCount: number
  formerLeafId: MessageId
}

/**
 * Returns the exchange that retry and undo take off the path ending with `leafId`; null when it has no user message.
 */
export function lastExchange(rows: MessageRows, leafId: MessageId | null): RemovedExchange | null {
  if (leafId === null) return null
  const message = rows.lastOfUser(leafId, { isVisible: true })
  const leaf = rows.place(leafId)
  if (message === undefined || leaf === undefined) return null
  const depth = rows.place(message.id)?.depth ?? 0
  return { message, removedCount: leaf.depth - depth + 1, formerLeafId: leafId }
}
