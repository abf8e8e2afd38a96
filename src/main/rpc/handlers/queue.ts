import type { RunQueue } from '../../runs/run-queue'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `queue.*`: what waits to be sent. */
export function queueHandlers(queue: RunQueue) {
  return {
    routes: {
      'queue.edit': ({ sessionId, queuedId, text }) => {
        queue.edit(sessionId, queuedId, text)
        return {}
      },
      'queue.remove': ({ sessionId, queuedId }) => queue.remove(sessionId, queuedId),
      'queue.resume': ({ sessionId }) => {
        queue.resume(sessionId)
        return {}
      },
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}
