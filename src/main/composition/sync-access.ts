import { ParleyError } from '../../shared/errors'
import type { Clock } from '../base/clock'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import type { HealthMonitor } from '../health/health-monitor'
import type { Platform } from '../platform/platform'
import { systemAnswer } from '../providers/http/system-proxy'
import type { SyncJobs } from '../sync/sync-jobs'
import { SyncService } from '../sync/sync-service'
import { SyncStore } from '../sync/sync-store'
import type { ModelAccess } from './model-access'
import type { RunServices } from './run-services'
import type { Storage } from './storage'

/** The exchange with the person’s other machines, in a thread that starts when there is a folder. */
export function openSync(
  deps: {
    platform: Platform
    storage: Storage
    models: Pick<ModelAccess, 'secrets'>
    runs: RunServices
    storeWorker: WorkerProgram
    clock: Clock
    health: HealthMonitor
  },
  resources: AsyncDisposableStack,
): SyncService {
  const { platform, storage, models, runs, clock, health } = deps
  const { database, writer, pause, attachments } = storage
  const thread = new WorkerThread<SyncJobs>(deps.storeWorker, { clock })
  resources.defer(() => thread.close())
  const sync = new SyncService(storage.dataFolder, {
    store: new SyncStore(database, { clock, pause, erasing: { writer, leases: runs.leases } }),
    jobs: thread,
    clock,
    pause,
    secrets: models.secrets,
    errors: health,
    appVersion: platform.version,
    onCommitted: (listener) => database.onCommitted(listener),
    isAnswering: () => runs.active.list().length > 0,
    proxiesFor: (url) => systemAnswer(url, clock),
    keepFile: (sha256, path, signal) => attachments.keepArrived(sha256, path, signal),
  })
  attachments.fetchAbsent = sync.fetch
  sync.onRows(({ sessions, added, erased, comparisons, isMany, tables }) => {
    for (const id of sessions) {
      if (!isMany || !added.has(id))
        runs.view.announce(
          id,
          isGone(() => storage.store.getSession(id)),
        )
    }
    for (const id of erased) runs.view.announce(id, true)
    for (const id of comparisons) {
      runs.comparisons.announce(
        id,
        isGone(() => runs.comparisons.summary(id)),
      )
    }
    if (tables.has('spending')) runs.spending.refresh()
  })
  return sync
}

/** True if another machine has moved it to the trash. */
function isGone(find: () => unknown): boolean {
  try {
    find()
    return false
  } catch (error) {
    return error instanceof ParleyError && error.code === 'NOT_FOUND'
  }
}
