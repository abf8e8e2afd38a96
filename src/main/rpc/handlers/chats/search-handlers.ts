import type { ParleyError } from '../../../../shared/errors'
import type { Clock } from '../../../base/clock'
import type { JobRunner } from '../../../base/threads/job'
import type { SearchedFiles, SlowSearch } from '../../../store/search/search-job'
import type { SessionStore } from '../../../store/sessions/session-store'
import { isStoreFailure } from '../../../store/database/store-errors'
import type { TemporaryChats } from '../../../store/sessions/temporary-chats'
import type { StoreJobs } from '../../../store/store-jobs'
import type { RouteHandlers } from '../../router'

/** A slower search is aborted with its thread; the next one starts another. */
const searchTimeoutMs = 20_000

/**
 * `sessions.search`: runs in a thread, so that typing never waits for it. Only a search in a temporary chat finds what is
 * in it.
 */
export function searchHandlers(deps: {
  /** The thread for short jobs. */
  jobs: JobRunner<StoreJobs>
  files: SearchedFiles
  store: SessionStore
  temporary: Pick<TemporaryChats, 'has' | 'search'>
  clock: Clock
  /** Called with every STORE_FULL and STORE_DAMAGED from the thread. */
  onStoreFailure: (error: ParleyError) => void
  onSlow: (slow: SlowSearch) => void
}) {
  const { jobs, files, store, temporary, clock, onStoreFailure, onSlow } = deps
  return {
    'sessions.search': async (input, { signal }) => {
      if (input.sessionId !== undefined) {
        store.getSession(input.sessionId)
        if (temporary.has(input.sessionId)) return temporary.search({ ...input, now: clock.now() })
      }
      try {
        return await jobs.run(
          'search',
          { ...input, ...files, now: clock.now() },
          { signal, timeoutMs: searchTimeoutMs, onReport: onSlow },
        )
      } catch (error) {
        if (isStoreFailure(error)) onStoreFailure(error)
        throw error
      }
    },
  } satisfies Partial<RouteHandlers>
}
