import { ParleyError } from '../../../shared/errors'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `exports.*`, `sessions.export` and `export.run` */
export function exportHandlers() {
  return {
    routes: {
      'exports.read': () => unbuilt(),
      'exports.discard': () => unbuilt(),
      'sessions.export': () => unbuilt(),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'export.run': () => unbuilt(),
    } satisfies Partial<StreamHandlers>,
  }
}

function unbuilt(): never {
  throw new ParleyError('INTERNAL', 'not built yet')
}
