import type { RunQueue } from '../../../runs/starting/run-queue'
import type { AttachmentStore } from '../../../store/attachments/attachment-store'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** `queue.*`: messages that wait to be sent. */
export function queueHandlers(queue: RunQueue, attachments: Pick<AttachmentStore, 'markUsed'>) {
  return {
    routes: {
      'queue.edit': ({ sessionId, queuedId, text }) => {
        queue.edit(sessionId, queuedId, text)
        return {}
      },
      'queue.remove': ({ sessionId, queuedId }) => {
        const removed = queue.remove(sessionId, queuedId)
        try {
          attachments.markUsed(removed.attachments ?? [])
        } catch {
          // The message has left the queue, so its text must reach the composer even if the disk fails.
        }
        return removed
      },
      'queue.resume': ({ sessionId }) => {
        queue.resume(sessionId)
        return {}
      },
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}
