import type { ParleyError } from '../../../../shared/errors'
import type { JobRunner } from '../../../base/threads/job'
import type { DraftStore } from '../../../store/composer/draft-store'
import type { ReadingPlaces } from '../../../store/composer/reading-places'
import type { SentTexts } from '../../../store/composer/sent-texts'
import type { SessionStore } from '../../../store/sessions/session-store'
import { isStoreFailure } from '../../../store/database/store-errors'
import type { TemporaryChats } from '../../../store/sessions/temporary-chats'
import type { StoreJobs } from '../../../store/store-jobs'
import type { RouteHandlers } from '../../router'

/** A slower outline is aborted with its thread; the next one starts another. */
const outlineTimeoutMs = 20_000

/** `sessions.outline` and `sessions.sentTexts`: texts of chats, without their messages. */
export function chatTextHandlers(deps: {
  /** The thread for short jobs. */
  jobs: JobRunner<StoreJobs>
  databaseFile: string
  store: SessionStore
  temporary: Pick<TemporaryChats, 'has' | 'outline'>
  sent: SentTexts
  /** Called with every STORE_FULL and STORE_DAMAGED from the thread. */
  onStoreFailure: (error: ParleyError) => void
}) {
  const { jobs, databaseFile: file, store, temporary, sent, onStoreFailure } = deps
  return {
    'sessions.outline': async ({ sessionId }, { signal }) => {
      store.getSession(sessionId)
      if (temporary.has(sessionId)) return temporary.outline(sessionId)
      try {
        return await jobs.run('outline', { file, sessionId }, { signal, timeoutMs: outlineTimeoutMs })
      } catch (error) {
        if (isStoreFailure(error)) onStoreFailure(error)
        throw error
      }
    },
    'sessions.sentTexts': ({ sessionId, ...scope }) => {
      if (sessionId !== null) store.getSession(sessionId)
      return { texts: sent.newest(sessionId, scope) }
    },
  } satisfies Partial<RouteHandlers>
}

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
