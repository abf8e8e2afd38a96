import type { ParleyError } from '../../shared/errors'
import type { Clock } from '../base/clock'
import { Emitter } from '../base/emitter'
import type { NewId } from '../base/new-id'
import type { Log } from '../base/log'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import type { HealthMonitor } from '../health/health-monitor'
import type { AttachmentJobs } from '../store/attachments/attachment-jobs'
import { AttachmentStore } from '../store/attachments/attachment-store'
import { FileInspector } from '../store/attachments/file-inspector'
import { isStoreFailure } from '../store/database/store-errors'
import { showNewestBranches } from '../store/exchange/newest-branches'
import { openStore } from '../store/opening/open-store'
import { recoverInterruptedRuns } from '../store/sessions/run-recovery'
import { SealedAnswers } from '../store/comparisons/sealed-answers'
import { SessionTrash } from '../store/sessions/session-trash'
import { SessionCopies } from '../store/sessions/session-copies'
import { SessionStore } from '../store/sessions/session-store'
import { DifferenceFinder } from '../differences/difference-finder'
import type { DifferenceJobs } from '../differences/difference-jobs'
import type { RankingJobs } from '../votes/ranking-jobs'
import type { WhichModelJobs } from '../which-model/which-model-jobs'
import type { StoreJobs } from '../store/store-jobs'
import type { SetJobs } from '../sets/set-jobs'
import type { SpendingJobs } from '../spending/spending-jobs'
import { StoreUpkeep } from '../store/integrity/store-upkeep'
import { SearchUpkeep } from '../store/search/search-upkeep'
import { sessionDatabaseFile } from '../store/opening/open-session-database'
import { TemporaryChats } from '../store/sessions/temporary-chats'
import { TreeWriter } from '../store/sessions/tree-writer'

export type Storage = Awaited<ReturnType<typeof openStorage>>

/**
 * Opens the database, the attachments and the threads that work on both, and completes what an earlier process left
 * unfinished. Disposing `resources` closes all of it.
 * @throws STORE_DAMAGED, STORE_FULL
 */
export async function openStorage(
  deps: {
    dataFolder: string
    storeWorker: WorkerProgram
    clock: Clock
    newId: NewId
    health: HealthMonitor
    log: Log
  },
  resources: AsyncDisposableStack,
) {
  const { dataFolder, storeWorker, clock, newId, health, log } = deps
  const onProblem = (error: unknown) => health.warning('store', error)
  const onSlowStatement = (sql: string, durationMs: number) => log.warn('slow statement', { sql, durationMs })
  const failed = new Emitter<ParleyError>()
  // One thread for requests on every key press, one for work that may take long.
  const quickThread = new WorkerThread<StoreJobs & RankingJobs & SpendingJobs & SetJobs & WhichModelJobs>(
    storeWorker,
    {
      clock,
    },
  )
  const slowThread = new WorkerThread<StoreJobs & SetJobs>(storeWorker, { clock })
  const endThreads = async () => void (await Promise.all([quickThread.close(), slowThread.close()]))
  resources.defer(endThreads)
  const opened = await openStore(dataFolder, {
    clock,
    newId,
    jobs: slowThread,
    onFailure: (error) => failed.fire(error),
    onProblem,
    onSlowStatement,
  })
  resources.defer(() => opened.close())
  const { database, notices, plan, wasClosed } = opened
  const upkeep = new StoreUpkeep({ dataFolder, database, notices, clock, jobs: slowThread, onProblem })
  const searchUpkeep = new SearchUpkeep({
    database,
    files: { file: sessionDatabaseFile(dataFolder), dataFolder },
    clock,
    jobs: slowThread,
    onProblem,
  })
  const stored = new SessionStore(database, { clock, newId })
  const temporary = new TemporaryChats(database, { clock, newId, onSlowStatement })
  resources.defer(() => temporary.close())
  const store = temporary.beside(stored, (memory) => memory.store)
  const pause = async () => {
    await new Promise<void>((resolve) => clock.after(0, resolve))
    await upkeep.shortenLog()
  }
  const writer = new TreeWriter(database, { newId, pause })
  const unfinishedCount = writer.eraseUnfinished(onProblem)
  if (unfinishedCount > 0) log.info('erased unfinished imports', { count: unfinishedCount })
  showNewestBranches(database, onProblem)
  const copies = new SessionCopies(database, { store, writer, clock })
  const trash = new SessionTrash(database, { writer, clock, pause })
  const sealed = new SealedAnswers(database, { store: stored, clock })
  const interrupted = await recoverInterruptedRuns(stored, sealed)
  if (interrupted.recovered.length > 0) {
    log.info('recovered interrupted runs', { count: interrupted.recovered.length })
  }
  for (const { error } of interrupted.failed) health.warning('recovery', error)

  const inspector = new FileInspector({
    openThread: () => new WorkerThread<AttachmentJobs>(storeWorker, { clock }),
    clock,
    errors: health,
  })
  resources.defer(() => inspector.close())
  const differences = new DifferenceFinder({
    openThread: () => new WorkerThread<DifferenceJobs>(storeWorker, { clock }),
    clock,
  })
  resources.defer(() => differences.close())
  const attachments = new AttachmentStore(dataFolder, database, {
    clock,
    newId,
    look: inspector.inspect,
    findUsed: () => slowThread.run('attachmentsInUse', { dataFolder }),
    held: (id) => temporary.files.get(id),
  })
  /** A thread could not read the database. */
  const threadFailed = (error: ParleyError) =>
    error.code === 'STORE_DAMAGED' ? database.markDamaged(error) : failed.fire(error)
  /** The result of reading in a thread; a failure of the store is reported. */
  const watched = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result
    } catch (error) {
      if (isStoreFailure(error)) threadFailed(error)
      throw error
    }
  }
  return {
    dataFolder,
    database,
    threadFailed,
    watched,
    notices,
    repairPlan: plan,
    failed,
    quickThread,
    slowThread,
    endThreads,
    upkeep,
    /** Stored and temporary chats alike. */
    store,
    sealed,
    temporary,
    writer,
    copies,
    trash,
    attachments,
    inspect: inspector.inspect,
    differences,
    pause,
    /** Starts the store's periodic maintenance. */
    startUpkeep() {
      resources.defer(upkeep.start({ wasClosed }))
      resources.defer(searchUpkeep.start())
      resources.defer(trash.start(onProblem))
      resources.defer(attachments.start((error) => health.warning('attachments', error)))
    },
  }
}
