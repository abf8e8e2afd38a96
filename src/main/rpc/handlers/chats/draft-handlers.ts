import type { DraftStore } from '../../../store/composer/draft-store'
import type { TemporaryChats } from '../../../store/temporary/temporary-chats'
import type { RouteHandlers } from '../../router'

/** `drafts.*`. Those of temporary chats are not stored, no matter who sends them. */
export function draftHandlers(drafts: DraftStore, temporary: Pick<TemporaryChats, 'ownsDraft'>) {
  return {
    'drafts.list': () => ({ drafts: drafts.list() }),
    'drafts.set': (draft) => {
      if (!temporary.ownsDraft(draft.place)) drafts.set(draft)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}
