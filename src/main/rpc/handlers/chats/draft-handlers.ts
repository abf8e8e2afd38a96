import type { DraftStore } from '../../../store/composer/draft-store'
import type { ReadingPlaces } from '../../../store/composer/reading-places'
import type { TemporaryChats } from '../../../store/temporary/temporary-chats'
import type { RouteHandlers } from '../../router'

/** `drafts.*` and `readingPlaces.*`. Those of temporary chats are not stored, no matter who sends them. */
export function draftHandlers(
  drafts: DraftStore,
  readingPlaces: ReadingPlaces,
  temporary: Pick<TemporaryChats, 'ownsDraft'>,
) {
  return {
    'drafts.list': () => ({ drafts: drafts.list() }),
    'drafts.set': (draft) => {
      if (!temporary.ownsDraft(draft.place)) drafts.set(draft)
      return {}
    },
    'readingPlaces.list': () => ({ places: readingPlaces.list() }),
    'readingPlaces.set': ({ sessionId, place }) => {
      readingPlaces.set(sessionId, place)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}
