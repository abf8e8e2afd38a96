import { ParleyError } from '../../../shared/errors'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `queue.*` */
export function queueHandlers() {
  return {
    routes: {
      'queue.edit': () => unbuilt(),
      'queue.remove': () => unbuilt(),
      'queue.resume': () => unbuilt(),
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

function unbuilt(): never {
  throw new ParleyError('INTERNAL', 'not built yet')
}
