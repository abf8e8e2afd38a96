import type { SessionId } from '../../shared/ids'
import type { Clock } from '../base/clock'
import { LoneJobs } from '../base/threads/lone-jobs'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import type { SearchSetup } from '../model-setup/setups'
import { PageCache } from '../tools/web/page-cache'
import type { PageJobs } from '../tools/web/page-reader'
import { searchWeb } from '../tools/web/search/search-web'
import { webTools } from '../tools/web/fetch-tool'
import type { ModelAccess } from './model-access'

/** More pages than this wait for each other. */
const maxThreads = 4
/** Enough for the document of any page that people wrote. */
const pageThreadLimits = { maxOldGenerationSizeMb: 512 }

/** A search whose results nobody reads. */
const testSearch = { query: 'test', count: 5 }

export type WebAccess = ReturnType<typeof openWebAccess>

/** The tools for the web, and a test of the search provider. */
export function openWebAccess(
  deps: {
    models: Pick<ModelAccess, 'settings' | 'search'>
    toolWorker: WorkerProgram
    version: string
    clock: Clock
  },
  resources: AsyncDisposableStack,
) {
  const { models, toolWorker, version, clock } = deps
  const jobs = new LoneJobs<PageJobs>({
    open: () => new WorkerThread<PageJobs>(toolWorker, { clock, resourceLimits: pageThreadLimits }),
    starting: 'prepareReading',
    maxThreads,
  })
  resources.defer(() => jobs.close())
  const pages = new PageCache()
  return {
    tools: () =>
      webTools({
        jobs,
        pages,
        clock,
        version,
        namedHosts: () => models.settings.get().fetchHosts,
        searchProvider: () => models.search.setup(),
      }),
    /** A chat is gone: frees what its models have read. */
    forget: (sessionId: SessionId) => pages.forget(sessionId),
    async tryOut(setup: SearchSetup, signal: AbortSignal): Promise<number> {
      const { query, count } = testSearch
      return (await searchWeb(setup, query, { count, clock, signal })).length
    },
  }
}
