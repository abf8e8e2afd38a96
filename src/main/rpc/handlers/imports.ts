import { ParleyError } from '../../../shared/errors'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `imports.*`, `sessions.import` and `import.run` */
export function importHandlers() {
  return {
    routes: {
      'imports.begin': () => unbuilt(),
      'imports.append': () => unbuilt(),
      'imports.discard': () => unbuilt(),
      'sessions.import': () => unbuilt(),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'import.run': () => unbuilt(),
    } satisfies Partial<StreamHandlers>,
  }
}

function unbuilt(): never {
  throw new ParleyError('INTERNAL', 'not built yet')
}
