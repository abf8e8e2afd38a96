import { ParleyError } from '../../../shared/errors'
import type { RouteHandlers, StreamHandlers } from '../router'

/** `forms.*` */
export function formHandlers() {
  return {
    routes: {
      'forms.submit': () => unbuilt(),
      'forms.dismiss': () => unbuilt(),
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

function unbuilt(): never {
  throw new ParleyError('INTERNAL', 'not built yet')
}
