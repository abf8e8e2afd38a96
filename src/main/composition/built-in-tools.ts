import type { Clock } from '../base/clock'
import type { NewId } from '../base/new-id'
import { LoneJobs } from '../base/threads/lone-jobs'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import { FileEdits } from '../store/tools/file-edits'
import { askTools } from '../tools/asking/ask-tools'
import type { CodeJobs } from '../tools/code/code-jobs'
import { codeTools } from '../tools/code/code-tools'
import { fileTools } from '../tools/files/file-tools'
import { FileTurns } from '../tools/files/file-turns'
import type { FileJobs } from '../tools/files/jobs/file-jobs'
import { UndoEdits } from '../tools/files/undo-edits'
import type { Tool } from '../tools/tool'
import type { Storage } from './storage'
import type { SessionId } from '../../shared/ids'
import type { SearchSetup } from '../model-setup/setups'
import { PageCache } from '../tools/web/page-cache'
import type { PageJobs } from '../tools/web/page-reader'
import { searchWeb } from '../tools/web/search/search-web'
import { webTools } from '../tools/web/web-tools'
import type { ModelAccess } from './model-access'

/** More jobs of one kind than this wait for each other. */
const maxThreads = 4
/** A disk may not answer. */
const longestReadMs = 10_000
/** The engine has a memory of its own; this is for what is around it, and for its recursion. */
const codeThreadLimits = { maxOldGenerationSizeMb: 128, stackSizeMb: 32 }

export type LocalTools = ReturnType<typeof openLocalTools>

/** The tools that work on this machine and need no server: files, code, and questions to the user. */
export function openLocalTools(
  deps: { storage: Storage; toolWorker: WorkerProgram; clock: Clock; newId: NewId },
  resources: AsyncDisposableStack,
) {
  const { storage, toolWorker, clock, newId } = deps
  const files = new LoneJobs<FileJobs>({
    open: () => new WorkerThread<FileJobs>(toolWorker, { clock }),
    starting: 'prepareFiles',
    maxThreads,
  })
  resources.defer(() => files.close())
  const edits = storage.temporary.beside(
    new FileEdits(storage.database),
    (memory) => new FileEdits(memory.database),
  )
  const closedFolders = [storage.dataFolder]
  const changing = { jobs: files, edits, closedFolders, turns: new FileTurns(), clock }
  const code = openCodeTools({ toolWorker, clock }, resources)
  return {
    edits,
    undo: new UndoEdits(changing),
    readText: (folder: string, path: string) =>
      files.run('readWholeText', { folder, path }, { timeoutMs: longestReadMs }),
    tools: () => [...fileTools(changing), ...code, ...askTools({ newId })],
  }
}

/** The tools that run code, each call in a thread of its own. */
export function openCodeTools(
  { toolWorker, clock }: { toolWorker: WorkerProgram; clock: Clock },
  resources: AsyncDisposableStack,
): Tool[] {
  const jobs = new LoneJobs<CodeJobs>({
    open: () => new WorkerThread<CodeJobs>(toolWorker, { clock, resourceLimits: codeThreadLimits }),
    starting: 'prepareCode',
    maxThreads,
  })
  resources.defer(() => jobs.close())
  return codeTools({ jobs })
}

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
