import type { SessionId } from '../../shared/ids'
import type { MessageQueue } from '../../shared/runs/queue'

/** What waits to be sent, by session. */
export class RunQueue {
  of(_sessionId: SessionId): MessageQueue {
    return { messages: [], isHeld: false }
  }
}
