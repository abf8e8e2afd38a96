import { ParleyError } from '../../../shared/errors'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `snapshots.*` and `notices.*` */
export function snapshotHandlers() {
  return {
    routes: {
      'snapshots.list': () => unbuilt(),
      'snapshots.take': () => unbuilt(),
      'snapshots.restore': () => unbuilt(),
      'notices.list': () => unbuilt(),
      'notices.dismiss': () => unbuilt(),
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

function unbuilt(): never {
  throw new ParleyError('INTERNAL', 'not built yet')
}
