import type { LineUpStore } from '../../../store/composer/line-up-store'
import type { RouteHandlers } from '../../router'

/** `lineUps.*`. */
export function lineUpHandlers(lineUps: LineUpStore) {
  return {
    'lineUps.list': () => ({ lineUps: lineUps.list() }),
    'lineUps.save': (lineUp) => ({ lineUp: lineUps.save(lineUp) }),
    'lineUps.rename': ({ lineUpId, name }) => ({ lineUp: lineUps.rename(lineUpId, name) }),
    'lineUps.remove': ({ lineUpId }) => ({ removed: lineUps.remove(lineUpId) }),
  } satisfies Partial<RouteHandlers>
}
