import type { RunQueue } from '../../runs/starting/run-queue'
import type { AttachmentStore } from '../../store/attachments/attachment-store'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `queue.*`: what waits to be sent. */
export function queueHandlers(queue: RunQueue, attachments: Pick<AttachmentStore, 'handBack'>) {
  return {
    routes: {
      'queue.edit': ({ sessionId, queuedId, text }) => {
        queue.edit(sessionId, queuedId, text)
        return {}
      },
      'queue.remove': ({ sessionId, queuedId }) => {
        const removed = queue.remove(sessionId, queuedId)
        try {
          attachments.handBack(removed.attachments ?? [])
        } catch {
          // The message is out of the queue: its text must reach the composer, whatever the disk refuses now.
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
