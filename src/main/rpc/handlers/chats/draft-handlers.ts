import type { DraftStore } from '../../../store/composer/draft-store'
import type { RouteHandlers } from '../../router'

/** `drafts.*` */
export function draftHandlers(drafts: DraftStore) {
  return {
    'drafts.list': () => ({ drafts: drafts.list() }),
    'drafts.set': (draft) => {
      drafts.set(draft)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}
