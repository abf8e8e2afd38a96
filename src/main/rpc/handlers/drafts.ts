import { ParleyError } from '../../../shared/errors'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `drafts.*` */
export function draftHandlers() {
  return {
    routes: {
      'drafts.list': () => unbuilt(),
      'drafts.set': () => unbuilt(),
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

function unbuilt(): never {
  throw new ParleyError('INTERNAL', 'not built yet')
}
